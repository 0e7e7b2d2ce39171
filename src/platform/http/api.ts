import type { App } from '../app/app.ts'
import type { Region } from '../base/countries.ts'
import type { Server } from './open-server.ts'

/** What a room needs to add its routes: the app, one region's server, and the address the world knows it by. */
export interface Api {
  readonly app: App
  readonly region: Region
  readonly server: Server
  /** The public base address, without a slash at its end. Known once the server listens. */
  baseUrl(): string
}
