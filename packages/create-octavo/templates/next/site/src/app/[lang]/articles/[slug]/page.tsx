import { imageUrl, srcset } from '@octavo/client'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { dateText, isLanguage, texts } from '../../../../languages.ts'
import { readArticle } from '../../../../octavo.ts'

interface Props {
  params: Promise<{ lang: string; slug: string }>
}

/** One request for the metadata and the page. */
const read = cache(readArticle)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang, slug } = await params
  const article = isLanguage(lang) ? await read(lang, slug) : undefined
  return { title: article?.title, description: article?.lead }
}

export default async function Article({ params }: Props) {
  const { lang, slug } = await params
  const article = isLanguage(lang) ? await read(lang, slug) : undefined
  if (!article || !isLanguage(lang)) notFound()
  const { title, lead, body, cover, author, _published_at: time } = article
  return (
    <>
      <article>
        <h1>{title}</h1>
        <p className="meta">
          {time && <time dateTime={time}>{dateText(lang, time)}</time>}
          {author?.name && ` · ${texts[lang].by(author.name)}`}
        </p>
        {lead && <p className="lead">{lead}</p>}
        {cover && (
          // Octavo resizes images.
          <img
            className="cover"
            src={imageUrl(cover, { width: 960, format: 'auto' })}
            srcSet={srcset(cover, { widths: [480, 960, 1440], format: 'auto' })}
            sizes="(min-width: 45rem) 42rem, 100vw"
            alt={cover.alt}
          />
        )}
        {/* Octavo has sanitized the text. */}
        <div className="text" dangerouslySetInnerHTML={{ __html: body ?? '' }} />
      </article>
      <p className="foot">
        <Link href={`/${lang}`}>{texts[lang].all}</Link>
      </p>
    </>
  )
}
