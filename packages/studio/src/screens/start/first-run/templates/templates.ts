import { blog } from './blog.ts'
import { catalogue } from './catalogue.ts'
import { documentation } from './documentation.ts'
import { magazine } from './magazine.ts'
import type { Template, TemplateName } from './template.ts'

/** Loaded only in an empty space. */
export const templates: Record<TemplateName, Template> = {
  blog,
  magazine,
  catalogue,
  documentation,
}
