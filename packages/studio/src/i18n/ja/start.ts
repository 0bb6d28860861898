import type { start as source } from '../en/start.ts'

export const start: Record<keyof typeof source, string> = {
  'nav.start': 'スタート',
  'review.badge': '見直し期限 {date}',
  'review.by': '見直し期限',
  'review.cleared': '見直し期限を削除しました',
  'review.due': '見直しの期限です',
  'review.hint': 'この日から「見直し」の一覧に表示されます。',
  'review.inMonths': '{count} か月後',
  'review.inYear': '1 年後',
  'review.set': '見直し期限を設定しました',
  'start.all': 'すべて表示',
  'start.allOf': 'すべて表示: {list}',
  'start.byAt': '{who}、{time}',
  'start.drafts': '自分の下書き',
  'start.failures': 'エラー',
  'start.none.drafts': '下書きはありません。最後に編集した下書きがここに表示されます。',
  'start.none.published': 'Studio で公開されたコンテンツはまだありません。',
  'start.none.reviews':
    '期限の来たものはありません。コンテンツの「見直し期限」で日付を設定できます。',
  'start.none.scheduled': '予約はありません。コンテンツのメニューから予約できます。',
  'start.published': '最近の公開',
  'start.reviews': '見直し',
  'start.scheduled': '予約',
  'start.webhookDisabled': 'Webhook「{name}」は、送信に失敗し続けたため無効になりました',
  'start.webhookFailing': 'Webhook「{name}」の送信が {time} から失敗しています',
  'start.webhookRestored':
    'Webhook「{name}」は無効です。バックアップにはシークレットが含まれません',
  'start.items': '{count} 件',
  'start.none.releases':
    '予定されているリリースはありません。リリースを使うと、多くの変更を同時に公開できます。',
  'start.none.waiting':
    '待っているものはありません。公開の権限がないメンバーの下書きがここに表示されます。',
  'start.releaseFailed': 'リリースに失敗',
  'start.waiting': '対応待ち',
}
