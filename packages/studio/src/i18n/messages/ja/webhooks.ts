import type { webhooks as source } from '@octavo/schema/problems/webhooks.ts'

export const webhooks: Record<keyof typeof source, string> = {
  webhookGone: 'このWebhookはもうありません',
  deliveryGone: 'この配信はもうありません',
  notTarget:
    'https:// または http:// で始まり、ユーザー名やパスワードを含まないURLを入力してください',
  notEvent: '次のどれかを指定してください: {names}',
  needsDrafts: '{name} は下書きのイベントです。下書きを含めてください',
  notHeaderName: 'X-Site のようなヘッダー名を入力してください',
  notHeaderValue: 'ASCIIの文字と空白だけを入力してください',
  reservedHeader: '{name} はサーバーが設定します',
  repeatedHeader: '{name} が重複しています',
  headerValueMissing: '値を入力してください',
  tooManyWebhooks: 'Webhookは{max}個までです。先に1つ削除してください',
  webhookDisabled: 'このWebhookは無効です。先に有効にしてください',
  deployHookOnly:
    'このWebhookはイベントを送るものです。ビルドを開始できるのはデプロイフックだけです',
  deployInstead: 'デプロイフックはイベントを送りません。代わりにビルドを開始してください',
  deployKind: 'Webhookをデプロイフックに変更することはできません。新しく作成してください',
  notBuild: 'build にはビルドの番号(開始リクエストにある値)を指定してください',
  deployTarget: '{service}のデプロイフックのURL({example} など)を入力してください',
  deployToken: 'GitHubのトークンを含むAuthorizationヘッダー(Bearer github_pat_…)が必要です',
  webhookSecretMissing:
    'バックアップから復元されたWebhookです。バックアップにはシークレットが含まれないため、先にシークレットを更新してください',
  webhookHeaderMissing:
    'バックアップから復元されたWebhookです。先にヘッダー {name} の値を設定してください',
  targetPrivate:
    '{address} は公開アドレスではありません。意図したものであれば、OCTAVO_WEBHOOK_ALLOW でその範囲を許可してください',
  targetNotPublic:
    '{host} のアドレス {addresses} は公開アドレスではありません。意図したものであれば、OCTAVO_WEBHOOK_ALLOW でその範囲を許可してください',
  targetNoAddress: 'ホスト名 {host} のアドレスが見つかりません',
  targetUnresolved: '現在、ホスト名 {host} を解決できません',
  targetRefuses: '送信先が接続を拒否しました',
  targetCloses: '送信先が接続を切断しました',
  targetUnreachable: '送信先に到達できません',
  targetTimeout: '{seconds}秒以内に応答がありませんでした',
  targetCertificateExpired: '送信先の証明書の有効期限が切れています',
  targetCertificateSelfSigned: '送信先の証明書は自己署名です',
  targetCertificateUnknown: '送信先の証明書の認証局を確認できません',
  targetCertificateHost: '送信先の証明書は別のホスト名のものです',
  targetTls: '送信先とTLSで接続できません',
  targetHttp: '送信先の応答が正しいHTTPではありません',
  targetRedirects: 'リダイレクトには対応していません。最終的なURLを送信先に設定してください',
  targetStatus: '送信先がステータス {status} を返しました',
  targetFailed: '{text}',
  templateJson: 'JSONを入力してください。プレースホルダーは文字列の中だけで使えます: {reason}',
  templateText: '{text} に不完全なプレースホルダーがあります。{example} のように書いてください',
  templateName: '{name} は使えません。使える名前: {names}',
  templatePlaceholders: 'プレースホルダーは{max}個までです(現在{has}個)',
}
