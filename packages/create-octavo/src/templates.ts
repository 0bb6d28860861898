/** What a project can begin with. */
export interface Template {
  name: string
  about: string
  /** Folders of templates/ that are copied in this order. */
  layers: readonly string[]
  hasExamples: boolean
  site: Site | undefined
}

/** A site in the folder `site`, a package of its own. */
export interface Site {
  framework: string
  /** The port of its development server. */
  port: number
}

export const templates: readonly Template[] = [
  {
    name: 'blank',
    about: 'one model, no content',
    layers: ['base', 'blank'],
    hasExamples: false,
    site: undefined,
  },
  {
    name: 'blog',
    about: 'articles and authors in English and Japanese, with example content',
    layers: ['base', 'blog'],
    hasExamples: true,
    site: undefined,
  },
  {
    name: 'blog-astro',
    about: 'the blog and a site with Astro',
    layers: ['base', 'blog', 'site', 'astro'],
    hasExamples: true,
    site: { framework: 'Astro', port: 4321 },
  },
  {
    name: 'blog-next',
    about: 'the blog and a site with Next.js',
    layers: ['base', 'blog', 'site', 'next'],
    hasExamples: true,
    site: { framework: 'Next.js', port: 3000 },
  },
]

export const defaultTemplate = 'blog'

export function templateNamed(name: string): Template | undefined {
  return templates.find((template) => template.name === name)
}
