import Link from 'next/link'
import { notFound } from 'next/navigation'
import { dateText, isLanguage, texts } from '../../languages.ts'
import { listArticles } from '../../octavo.ts'

export default async function Home({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params
  if (!isLanguage(lang)) notFound()
  const articles = await listArticles(lang)
  const text = texts[lang]
  return (
    <>
      <h1>{text.name}</h1>
      <p className="intro">{text.tagline}</p>
      {articles.length === 0 && <p>{text.empty}</p>}
      <ul className="articles">
        {articles.map(({ title, slug, lead, author, _published_at: time }) => (
          <li key={slug}>
            <h2>
              <Link href={`/${lang}/articles/${slug}`}>{title}</Link>
            </h2>
            <p className="meta">
              {time && <time dateTime={time}>{dateText(lang, time)}</time>}
              {author?.name && ` · ${text.by(author.name)}`}
            </p>
            {lead && <p>{lead}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
