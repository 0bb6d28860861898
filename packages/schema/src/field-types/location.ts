import type { FieldTypeFacts } from './field-type.ts'

/** A point on the globe, in degrees. */
export const location = {
  label: { en: 'Location', ja: '位置' },
  about: { en: 'Latitude and longitude', ja: '緯度と経度' },
  operators: ['exists'],
  isSortable: false,
  settings: { default: 'locationDefault' },
  examples: [{ lat: 35.6586, lng: 139.7454 }],
} as const satisfies FieldTypeFacts
