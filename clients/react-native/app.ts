import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientStore } from '../judge.ts'
import { nodeEnvironment } from '../node/environment.ts'
import { runProgram } from '../sources.ts'
import type { ClientMerchant, World } from '../world.ts'

const installLimitMs = 120_000
const callLimitMs = 30_000

/** What the SDK answers to an app. */
export interface Session {
  readonly sessionId: string
  readonly paymentId: string
  readonly availableProducts: readonly { readonly type: string; readonly webUrl: string }[]
  readonly rejectionReason?: string | null
}

/** The app's state after a message of a page. */
export interface AppState {
  readonly results: readonly string[]
  readonly height?: number
  readonly modalUrl?: string
}

/** An app with the SDK, and the keys of its merchant. */
export interface AppStore extends ClientStore {
  createSession(payload: object): Promise<{ readonly session?: Session; readonly error?: string }>
  /** Shows the SDK's payment view. Returns the address that its web view opens. */
  openPayment(url: string): Promise<string>
  /** Shows the SDK's snippet. Returns the address that its web view opens. */
  openWidget(props: object): Promise<string>
  /** Hands the SDK what the page in its web view posted. */
  post(data: string): Promise<AppState>
}

/** Installs the SDK's tarball with React. Returns the app's folder, or what is missing. */
export async function installApp(world: World, tarball: string): Promise<{ folder: string } | string> {
  const folder = join(world.folder, 'react-native')
  mkdirSync(folder, { recursive: true })
  const dependencies = { react: '18.3.1', 'react-test-renderer': '18.3.1', 'tabby-react-native-sdk': `file:${tarball}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'app', private: true, dependencies }))
  // The peers are React Native itself, which the app's stubs stand for.
  const options = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const output = await runProgram(world, 'npm', ['--prefix', folder, 'install', ...options], installLimitMs)
  return output === undefined ? 'React cannot be installed from the npm registry' : { folder }
}

export function versionOf(folder: string, name: string): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
}

/** Starts the app. It ends with the run. */
export async function startApp(world: World, folder: string, merchant: ClientMerchant): Promise<AppStore> {
  const program = join(import.meta.dirname, 'app.cjs')
  const started = world.start(process.execPath, [program], nodeEnvironment(world, folder))
  const port = (await started.waitForLine(/^app \d+$/)).slice('app '.length)
  const send = async (action: string, options: object) => {
    const body = JSON.stringify({ action, ...options })
    const limit = AbortSignal.timeout(callLimitMs)
    const answer = await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, signal: limit })).json()
    if (answer.thrown !== undefined) throw new Error(`the app threw: ${answer.thrown}`)
    return answer
  }
  return {
    merchant,
    createSession: (payload) => send('createSession', { key: merchant.publicKey, payload }),
    openPayment: async (url) => (await send('openPayment', { url })).url,
    openWidget: async (props) => (await send('openWidget', props)).url,
    post: (data) => send('post', { data }),
  }
}
