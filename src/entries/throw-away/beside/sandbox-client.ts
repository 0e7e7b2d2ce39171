import type { Country, Currency } from '../../../platform/base/markets.ts'
import { outputClosed } from '../../cli/output.ts'
import { CannotRun, callSandbox, type Target, targetOf } from '../certify/service-client.ts'
import { watchServing } from '../watch-ending.ts'

/** The part of the answer to `GET /sandbox/merchant` that is read here. */
export interface OwnMerchant {
  readonly merchant_id: string
  readonly is_test: boolean
  readonly stores: readonly OwnStore[]
}

export interface OwnStore {
  readonly merchant_code: string
  readonly country: Country
  readonly currency: Currency
}

/** Returns the running sandbox of this environment. Throws CannotRun without one. */
export function requireTarget(env: NodeJS.ProcessEnv): Target {
  const target = targetOf(env)
  if (target !== undefined) return target
  throw new CannotRun(
    'QIST_URL and QIST_SECRET_KEY must name a running sandbox and its key: npx qist exec -- <command> sets both, npx qist sandbox and npm start print them',
  )
}

/** Returns the merchant of the key. Throws CannotRun if there is no sandbox, or if it does not know the key. */
export async function getOwnMerchant(target: Target, signal?: AbortSignal): Promise<OwnMerchant> {
  try {
    const merchant = await callSandbox<OwnMerchant>(target, 'GET', '/sandbox/merchant', signal && { signal })
    if (Array.isArray(merchant.stores)) return merchant
  } catch (error) {
    const { answered = '' } = error instanceof CannotRun ? error : {}
    if (answered.startsWith('401')) throw new CannotRun(`${target.url} does not know the key: ${answered.slice(4)}`)
    if (!answered.startsWith('404')) throw error
  }
  throw new CannotRun(`${target.url} is no sandbox`)
}

/** Returns the store of this merchant code, in any case, or the first store. Throws CannotRun for an unknown code. */
export function chooseStore({ stores }: OwnMerchant, merchantCode: string | undefined): OwnStore {
  const code = merchantCode?.toLowerCase()
  const store = stores.find((one) => code === undefined || one.merchant_code.toLowerCase() === code)
  if (store !== undefined) return store
  const codes = stores.map((one) => one.merchant_code).join(', ')
  throw new CannotRun(`the merchant has no store ${merchantCode}, only ${codes}`)
}

/** Runs a command beside a sandbox. CannotRun is one line on standard error and exit code 1. */
export async function runBeside(command: (target: Target) => Promise<void>): Promise<void> {
  try {
    await command(requireTarget(process.env))
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    tell(`qist: ${error.message}`)
    process.exitCode = 1
  }
}

/** Returns a signal that aborts when the command is told to end, or when the reader of its output has gone. */
export function untilEnd(): AbortSignal {
  const ending = new AbortController()
  void watchServing().ended.then(() => ending.abort())
  return AbortSignal.any([ending.signal, outputClosed])
}

/** Prints a line for people on standard error. Standard output is for the entries. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
