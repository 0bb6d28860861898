/** Generated items of 2 KB with ten fields, two of them references. */

const words =
  'harbour morning lighthouse ferry slow timetable cedar paper indigo kiln lantern pass salt road ' +
  'kitchen window rain alley river blue hour terraces lemon island fog bell market ledger notebook ' +
  '港 朝 灯台 船 手仕事 紙 藍 窯 峠 塩の道 台所 窓 雨 路地 川 島 霧 鐘 市場 帳面'
const list = words.split(' ')

export function importSchema(body: 'flexible' | 'multiline'): object {
  return {
    languages: ['en'],
    models: [
      {
        luid: 'article',
        title: 'title',
        fields: [
          { luid: 'title', type: 'text', required: true },
          { luid: 'slug', type: 'text', unique: true },
          { luid: 'lead', type: 'multiline' },
          { luid: 'body', type: body },
          { luid: 'featured', type: 'boolean' },
          { luid: 'kind', type: 'select', options: ['news', 'essay', 'note'] },
          { luid: 'tags', type: 'multiselect', options: ['sea', 'hills', 'town'] },
          { luid: 'starts_at', type: 'datetime' },
          { luid: 'previous', type: 'reference' },
          { luid: 'related', type: 'reference' },
        ],
      },
    ],
  }
}

export function importLine(id: number, body: 'flexible' | 'multiline'): string {
  const random = randomFrom(id)
  const paragraphs = Array.from({ length: 6 }, () => sentence(random, 42))
  return JSON.stringify({
    model: 'article',
    id,
    published: true,
    created_at: new Date(1_700_000_000_000 + id * 1000).toISOString(),
    fields: {
      title: sentence(random, 5),
      slug: `item-${id}`,
      lead: sentence(random, 18),
      body:
        body === 'flexible'
          ? paragraphs.map((text) => `<p>${text}</p>`).join('')
          : paragraphs.join('\n'),
      featured: random() < 0.1,
      kind: ['news', 'essay', 'note'][Math.floor(random() * 3)],
      tags: ['sea', 'hills'],
      starts_at: new Date(1_700_000_000_000 + Math.floor(random() * 1e11)).toISOString(),
      previous: Math.max(1, id - 1),
      related: Math.max(1, Math.floor(random() * id)),
    },
  })
}

function sentence(random: () => number, length: number): string {
  return Array.from({ length }, () => list[Math.floor(random() * list.length)]).join(' ')
}

/** Returns the same numbers for the same seed on every machine. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
