/** A server with the test space on each database, and clients for it. */
import { createClient, type Client, type ClientOptions } from '@octavo/client'
import { testApps, type TestApp } from '../../packages/server/src/testing/app-factory.ts'
import type { Schema } from './generated.ts'
import { clientRoot } from './space.ts'

export interface Bench {
  app: TestApp
  url: string
  key: string
  client: Client<Schema>
  /** A client with the same key and other options. */
  clientWith(options: Partial<ClientOptions>): Client<Schema>
}

/** Runs a suite once for each database. */
export function onServers(title: string, suite: (fresh: () => Promise<Bench>) => void): void {
  testApps(title, (freshApp) => {
    suite(async () => {
      const app = await freshApp()
      await app.applyTestSchema(clientRoot)
      const key = await app.createKey()
      const url = `${app.addresses.api}/v1`
      const clientWith: Bench['clientWith'] = (options) =>
        createClient<Schema>({ url, key, ...options })
      return { app, url, key, client: clientWith({}), clientWith }
    })
  })
}
