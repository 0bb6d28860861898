import type { items as source } from '@octavo/schema/problems/items.ts'

export const items: Record<keyof typeof source, string> = {
  demoNotEmpty: 'モデルまたはコンテンツがすでにあります。デモは空の環境にだけ追加できます',
  itemGone: 'このコンテンツはもうありません',
  itemsGone: 'コンテンツ {ids} はもうありません',
  itemInTrash: 'コンテンツ {id} はゴミ箱にあります',
  itemArchived: 'コンテンツ {id} はアーカイブされています。先に元に戻してください',
  itemArchivedAlready: 'コンテンツ {id} はすでにアーカイブされています',
  itemNotArchived: 'コンテンツ {id} はアーカイブされていません',
  notInTrash: '{id} はゴミ箱にありません',
  itemNotInTrash: 'コンテンツ {id} はゴミ箱にありません',
  noDraftToPublish: '公開する下書きがありません',
  notPublished: '公開されていません',
  noLanguageToRemove: 'この言語の内容はありません',
  lastLanguage: 'ほかの言語の内容がありません。アイテム自体を削除してください',
  mainLanguageStays: 'メイン言語の内容は取り除けません。アイテム自体を削除してください',
  noDraftToDiscard: '破棄できる下書きがありません',
  hasDraft: 'すでに下書きがあります',
  notScheduled: 'コンテンツ {id} は予約されていません',
  unpublishFirst:
    '公開終了の日時は、どの言語でも公開日時より後にしてください。先にもう一方の予約を取り消すか、移動してください',
  scheduleBroken: '予期しないエラーが発生しました。サーバーのログを確認してください',
  notInstant:
    'UTC との差かタイムゾーンの付いた日時を指定してください(例: 2026-12-01T09:00:00+09:00、2026-12-01T09:00[Asia/Tokyo])',
  noZone: 'タイムゾーン {zone} はありません。Asia/Tokyo のような名前を指定してください',
  timeSkipped: 'この日時は {zone} に存在しません(時計が進められます)。前か後の時刻を選んでください',
  timeTwice:
    'この日時は {zone} で 2 回あります(時計が戻されます)。UTC との差 {first} か {second} を付けてください',
  noTimes: '公開日時か公開終了日時、またはその両方を指定してください',
  languageChanged: 'この間にほかの人がこの言語を変更しました',
  changedSince: 'その後に変更されたため、元に戻せません',
  languageEmpty: 'この言語の内容がありません',
  noLanguage: 'このスペースにない言語です',
  viewTaken: '同じ名前のビューがあります',
  tooManyViews: 'ビューは {max} 個までです。どれかを削除してください',
  tooManyNames: '{max} 個以内にしてください',
  noTranslation: 'このコンテンツに翻訳がある言語を指定してください',
  notTranslated: 'メイン以外の言語を lang で指定してください',
  noRevision: 'コンテンツ {id} にリビジョン {number} はありません',
  revisionLanguage: 'リビジョン {number} の言語は {language} です',
  stillPublished:
    'まだ公開されています({languages})。値を消して公開するか、非公開にしてから、もう一度お試しください',
}
