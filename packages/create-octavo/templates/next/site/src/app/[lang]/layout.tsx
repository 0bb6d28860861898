import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { LanguageLinks } from '../../language-links.tsx'
import { texts, shownLanguage } from '../../languages.ts'
import '../../site.css'

interface Props {
  params: Promise<{ lang: string }>
  children: ReactNode
}

/** Each request reads the current content. To cache pages instead, export `revalidate` with a time in seconds. */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, tagline } = texts[shownLanguage((await params).lang)]
  return {
    title: { default: name, template: `%s · ${name}` },
    description: tagline,
    icons: { icon: 'data:,' },
  }
}

export default async function Layout({ params, children }: Props) {
  const lang = shownLanguage((await params).lang)
  const text = texts[lang]
  return (
    <html lang={lang}>
      <body>
        <a className="skip" href="#main">
          {text.skip}
        </a>
        <header className="head">
          <a className="name" href={`/${lang}`}>
            {text.name}
          </a>
          <nav aria-label="Language">
            <LanguageLinks lang={lang} />
          </nav>
        </header>
        <main id="main">{children}</main>
      </body>
    </html>
  )
}
