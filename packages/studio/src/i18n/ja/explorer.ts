import type { explorer as source } from '../en/explorer.ts'

export const explorer: Record<keyof typeof source, string> = {
  'explorer.response': '応答',
  'explorer.byId': 'ID で 1 件',
  'explorer.cache': 'キャッシュ: {state}',
  'explorer.client': 'クライアントのコード',
  'explorer.depth': '参照の深さ',
  'explorer.draft': '下書きキー',
  'explorer.fallback': 'メイン言語で補う',
  'explorer.fields': '取得するプロパティ',
  'explorer.filters': '絞り込み',
  'explorer.list': '一覧',
  'explorer.facets': '値を集計するフィールド',
  'explorer.limit': '件数',
  'explorer.order': '並び順',
  'explorer.published': '公開キー',
  'explorer.run': '送信',
  'explorer.time': '{ms} ミリ秒',
  'explorer.view': 'キーの種類',
  'explorer.what': '取得するもの',
}
