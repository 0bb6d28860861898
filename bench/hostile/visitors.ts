/** Attacks by visitors without a key, or with an account. */
import { adminHeader, adminPath, adminRoutes } from '@octavo/schema/admin-api.ts'
import type { Attack } from './attack.ts'
import { account } from './world.ts'

export const visitorAttacks: readonly Attack[] = [
  {
    name: 'wrong passwords',
    run(_, clients) {
      const request = {
        method: 'POST',
        path: adminPath + adminRoutes.signIn.path,
        headers: { [adminHeader.name]: adminHeader.value },
        body: JSON.stringify({ email: account.email, password: 'not the password' }),
      }
      return clients.sendAll(
        Array.from({ length: 150 }, () => request),
        150,
      )
    },
  },
  {
    name: 'sizes of a large image',
    run({ assetsPort: port, picture }, clients) {
      const sizes = Array.from({ length: 20 }, (_, index) => 1_001 + index)
      const requests = sizes.map((size) => ({ port, path: `${picture}?width=${size}&format=webp` }))
      return clients.sendAll(requests, requests.length)
    },
  },
  {
    name: 'event streams',
    async run({ cookie }, clients) {
      const path = adminPath + adminRoutes.events.path.replace(':root', 'main')
      const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`
      await clients.hold(400, { text })
    },
  },
]
