import type { finding as source } from '../en/finding.ts'

export const finding: Record<keyof typeof source, string> = {
  'find.actions': '操作',
  'find.all': '「{text}」をすべてのテキストから検索',
  'find.items': 'コンテンツ',
  'find.media': 'メディア',
  'find.open': '検索',
  'find.pages': '移動',
  'find.placeholder': 'コンテンツ・メディア・操作を検索',
  'find.recent': '最近開いたもの',
  'find.results': '検索結果',
  'find.title': 'すべてを検索',
  'keys.everywhere': 'どの画面でも',
  'keys.insert': 'ブロックを挿入(空の行で)',
  'keys.item': 'コンテンツの編集',
  'keys.publish': '公開',
  'keys.redo': 'やり直す',
  'keys.save': '今すぐ保存',
  'keys.search': '一覧を検索',
  'keys.text': '自由テキスト',
  'keys.title': 'キーボードショートカット',
  'keys.undo': '最後の操作を元に戻す(文字入力中を除く)',
}
