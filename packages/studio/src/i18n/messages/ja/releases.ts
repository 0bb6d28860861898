import type { releases as source } from '@octavo/schema/problems/releases.ts'

export const releases: Record<keyof typeof source, string> = {
  releaseGone: 'リリース {luid} はありません',
  releaseTaken: 'リリース {luid} はすでにあります。別の LUID を選んでください',
  releaseLuid:
    '小文字の英字、数字、アンダースコアで 1〜64 文字にしてください。先頭にアンダースコアは使えません',
  releaseEmpty: 'リリースにコンテンツがありません',
  releaseFull: 'リリースに含められるコンテンツは {max} 件までです({has} 件になります)',
  releaseDone: 'リリース {luid} は公開済みです。取り消すか、複製して変更してください',
  releaseArchived: 'リリース {luid} はアーカイブされています。先に復元してください',
  releaseNotDone: 'リリース {luid} は公開されていません',
  releaseNotScheduled: 'リリース {luid} は予約されていません',
  releaseKept: 'リリース {luid} は公開済みです。削除の代わりにアーカイブしてください',
  releaseScheduled: 'リリース {luid} は予約済みのため、公開できる人だけが内容を変更できます',
  releaseOtherSpaces: 'リリース {luid} には利用できないスペースのコンテンツが含まれています',
  previewFull: 'プレビューで変更できるコンテンツは {max} 件までです({has} 件以上になります)',
  keyReadsDrafts: '下書きを読めるキーが必要です',
  releaseWithTime: 'release と同時に指定できません',
  releaseWithPublished: 'release と同時に指定できません。公開はリリースが行います',
  oneRelease: '1 つのリリースの LUID を指定してください',
  noReleaseHere: 'このリクエストでは使えません',
  notInRelease: 'コンテンツ {id} はリリースに含まれていません',
  releaseDeletesWhole: '削除はすべての言語に適用されます。言語を指定しないでください',
  releaseConflict:
    'コンテンツ {id} はリリースへの追加後に {language} で公開されました。もう一度追加するか、公開中の内容を上書きしてください',
  releaseChangedSince: 'コンテンツ {id}({language})はリリース後に変更されたため、取り消せません',
}
