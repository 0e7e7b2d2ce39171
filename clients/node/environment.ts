import { join } from 'node:path'
import { clientDomains, type World } from '../world.ts'

const preload = join(import.meta.dirname, 'preload.cjs')

/** Returns the variables with which a client's Node works in its folder and reaches the plug-in host. */
export function nodeEnvironment(world: World, folder: string): NodeJS.ProcessEnv {
  return {
    CLIENT_FOLDER: folder,
    CLIENT_DOMAINS: clientDomains.join(),
    CLIENT_PORT: String(world.port),
    NODE_EXTRA_CA_CERTS: world.authority,
    NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
  }
}
