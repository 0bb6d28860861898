import { seo, seoField, slugField, titleField } from './shared.ts'
import type { Template } from './template.ts'

export const documentation: Template = {
  fieldSets: [seo],
  models: [
    {
      luid: 'page',
      name: 'Page',
      names: { ja: 'ページ' },
      icon: 'file',
      title: 'title',
      columns: ['chapter', 'position'],
      order: ['position'],
      fields: [
        titleField(120),
        slugField('title'),
        {
          luid: 'summary',
          type: 'multiline',
          name: 'Summary',
          names: { ja: '概要' },
          maxLength: 200,
        },
        { luid: 'body', type: 'flexible', name: 'Text', names: { ja: '本文' } },
        {
          luid: 'chapter',
          type: 'reference',
          name: 'Chapter',
          names: { ja: '章' },
          models: ['chapter'],
          translatable: false,
        },
        {
          luid: 'position',
          type: 'number',
          name: 'Position in the chapter',
          names: { ja: '章の中の順序' },
          integer: true,
          min: 0,
          translatable: false,
        },
        {
          luid: 'related',
          type: 'references',
          name: 'See also',
          names: { ja: '関連ページ' },
          models: ['page'],
          translatable: false,
        },
        seoField,
      ],
    },
    {
      luid: 'chapter',
      name: 'Chapter',
      names: { ja: '章' },
      icon: 'book',
      title: 'title',
      order: ['position'],
      fields: [
        titleField(80),
        {
          luid: 'position',
          type: 'number',
          name: 'Position',
          names: { ja: '順序' },
          integer: true,
          min: 0,
          translatable: false,
        },
      ],
    },
  ],
}
