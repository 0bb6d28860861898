/** A model that uses every setting of its presentation. */
export const presentedSchema = {
  languages: ['en', 'ja'],
  fieldSets: [
    { luid: 'care', name: 'Care', fields: [{ luid: 'wash', name: 'Wash', type: 'text' }] },
  ],
  models: [
    {
      luid: 'product',
      name: 'Product',
      names: { ja: '商品' },
      description: 'Things that the shop sells.',
      descriptions: { ja: '店で売るもの。' },
      icon: 'shop',
      title: 'title',
      picture: 'photo',
      columns: ['kind', '_created_at'],
      order: ['code'],
      groups: [
        { luid: 'sale', name: 'Sale', names: { ja: '販売' } },
        { luid: 'notes', name: 'Notes', names: { ja: 'メモ' } },
      ],
      fields: [
        {
          luid: 'title',
          name: 'Title',
          names: { ja: '品名' },
          type: 'text',
          required: true,
          placeholder: 'Red apple',
          placeholders: { ja: '赤いりんご' },
        },
        {
          luid: 'code',
          name: 'Code',
          names: { ja: '番号' },
          type: 'text',
          translatable: false,
          width: 'half',
          help: 'From the catalogue.\nTwo letters and a number.',
          helps: { ja: 'カタログの番号です。' },
        },
        {
          luid: 'maker',
          name: 'Maker',
          names: { ja: '作り手' },
          type: 'text',
          translatable: false,
          width: 'half',
          readOnly: true,
        },
        {
          luid: 'kind',
          name: 'Kind',
          names: { ja: '種類' },
          type: 'select',
          translatable: false,
          group: 'sale',
          options: [
            { value: 'food', label: 'Food', labels: { ja: '食品' } },
            { value: 'book', label: 'Book', labels: { ja: '本' } },
          ],
        },
        {
          luid: 'weight',
          name: 'Weight',
          names: { ja: '重さ' },
          type: 'text',
          required: true,
          translatable: false,
          group: 'sale',
          showWhen: { kind: { eq: 'food' } },
          clearWhenHidden: true,
        },
        { luid: 'photo', name: 'Photo', names: { ja: '写真' }, type: 'media', translatable: false },
        {
          luid: 'note',
          name: 'Note',
          names: { ja: '覚え書き' },
          type: 'multiline',
          group: 'notes',
        },
        { luid: 'care', name: 'Care', type: 'fieldset' },
      ],
    },
  ],
}

export const presentedItems = [
  {
    model: 'product',
    fields: { title: 'Apple', code: 'AB2', maker: 'Orchard', kind: 'food' },
    'fields[ja]': { title: 'りんご' },
  },
  { model: 'product', fields: { title: 'Atlas', code: 'AB1', kind: 'book', photo: 1 } },
]
