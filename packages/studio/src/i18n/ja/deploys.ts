import type { deploys as source } from '../en/deploys.ts'

export const deploys: Record<keyof typeof source, string> = {
  'deploys.title': 'サイト',
  'deploys.now': '今すぐデプロイ',
  'deploys.state.none': 'まだデプロイされていません',
  'deploys.state.requesting': 'ビルドを要求中…',
  'deploys.state.retrying': 'ビルドの要求に失敗',
  'deploys.state.refused': 'ビルドの要求に失敗',
  'deploys.state.requested': '{time} にビルドを要求',
  'deploys.state.building': 'デプロイ中…({time} から)',
  'deploys.state.live': '{time} に公開済み',
  'deploys.state.failed': '{time} にビルド失敗',
  'deploys.hint.none': '公開コンテンツが次に変わるとビルドが始まります。',
  'deploys.hint.requesting': '',
  'deploys.hint.retrying':
    '再試行します。失敗が続く場合は、管理者が「設定 › Webhook」で URL とトークンを確認してください。',
  'deploys.hint.refused':
    '管理者が「設定 › Webhook」で URL とトークンを確認し、その後もう一度デプロイしてください。',
  'deploys.hint.requested': 'サービスは要求を受け付けました。結果の報告はありません。',
  'deploys.hint.building': 'サービスは要求を受け付けました。結果は報告されます。',
  'deploys.hint.live': '',
  'deploys.hint.failed': 'サービスのビルドログを確認し、その後もう一度デプロイしてください。',
  'deploys.hint.disabled':
    'コンテンツを変更してもビルドは始まりません。管理者がデプロイフックを有効にできます。',
  'deploys.error': '理由: {error}',
  'deploys.nextAttempt': '次の試行: {time}',
  'deploys.nextBuild': '未反映の変更があります。次のビルド: {time}',
  'deploys.lastLive': '最後の公開の報告: {time}',
  'deploys.new': '新しいデプロイフック',
  'deploys.create': 'デプロイフックを作成',
  'deploys.created': 'デプロイフック「{name}」を作成しました',
  'deploys.once':
    'リクエストはこのシークレットで署名されます。受信側で検証する場合だけ必要です。再表示はできません。',
  'deploys.preset': 'サービス',
  'deploys.preset.vercel': 'Vercel',
  'deploys.preset.netlify': 'Netlify',
  'deploys.preset.cloudflare': 'Cloudflare Pages',
  'deploys.preset.github': 'GitHub Actions',
  'deploys.preset.url': 'その他の URL',
  'deploys.target.vercel':
    'プロジェクトの Settings › Git › Deploy Hooks でデプロイフックを作成し、その URL を入力します。',
  'deploys.target.netlify':
    'Build & deploy › Build hooks でビルドフックを作成し、その URL を入力します。',
  'deploys.target.cloudflare':
    'Pages プロジェクトの Settings › Builds でデプロイフックを作成し、その URL を入力します。',
  'deploys.target.github':
    'ワークフローは repository_dispatch(種類 octavo)で始まります。OWNER と REPOSITORY を置き換えてください。',
  'deploys.target.url': 'この URL への POST リクエストでビルドが始まります。',
  'deploys.token': 'GitHub トークン',
  'deploys.tokenHint':
    'リポジトリの Contents に書き込める fine-grained トークン。再表示はできません。',
  'deploys.debounce': '変更後の待ち時間(秒)',
  'deploys.interval': 'ビルドの最短間隔(分)',
  'deploys.events': 'ビルドを始める変更',
  'deploys.pace': '最後の変更の {debounce} 秒後にビルド({interval} 分に 1 回まで)',
  'deploys.status': 'ステータス URL',
  'deploys.statusHint':
    'Studio に公開の状態を表示するには、ビルドまたはサービスからこの URL に POST リクエストを送ってください。失敗の場合は live を failed に替えます。',
  'deploys.builds': 'ビルドの要求',
}
