import type { App } from '../app/app.ts'
import type { Region } from '../base/market-entries.ts'
import type { Server } from './open-server.ts'

/** The parameters of rooms that add routes: the app, one region's server, and its public address. */
export interface Api {
  readonly app: App
  readonly region: Region
  readonly server: Server
  /** The public base address, without a slash at its end. Known once the server listens. */
  baseUrl(): string
}
