/** Names that the generated file uses itself. */
const taken = ['Schema', 'Item', 'Depth']

/** A unique type name for each LUID: `blog_post` becomes `BlogPost`. */
export function typeNames(luids: readonly string[]): string[] {
  const used = new Set(taken)
  return luids.map((luid) => {
    const plain = luid.split('_').map(capitalised).join('')
    const base = /^\d/.test(plain) ? `_${plain}` : plain
    let name = base
    for (let number = 2; used.has(name); number++) name = `${base}_${number}`
    used.add(name)
    return name
  })
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
