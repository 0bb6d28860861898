export const views = {
  'views.delete': '{name} を削除',
  'views.deleted': '{name} を削除しました',
  'views.manage': 'ビューの管理…',
  'views.manageTitle': 'ビューの管理',
  'views.none': '保存したビューはありません',
  'views.noneToManage':
    '共有のビューを変更できるのは編集者以上です。自分のビューはまだありません。',
  'views.rename': '名前を変更',
  'views.replace': 'この一覧で置き換える',
  'views.save': 'この一覧をビューとして保存…',
  'views.saveHint': 'モデル、検索、フィルター、並び順、列、言語、スペースを保存します。',
  'views.saveNow': 'ビューを保存',
  'views.saveTitle': 'ビューを保存',
  'views.saved': '{name} を保存しました',
  'views.share': '全員と共有',
  'views.shared': '共有',
  'views.title': 'ビュー',
}
