import type { Region } from '../../../platform/base/market-entries.ts'
import { currencyOf } from '../../../platform/base/markets.ts'
import type { Operation } from '../../../platform/http/api-document.ts'
import { demoMerchants } from '../../../platform/merchants/open-demo-merchants.ts'

/** The caller of an example: the demo merchant in a sandbox; in production the key is a shell variable. */
export interface ExampleCaller {
  readonly baseUrl: string
  readonly region: Region
  readonly isSandbox: boolean
}

/** Returns the curl command of an operation with its example. */
export function curlOf(caller: ExampleCaller, method: string, path: string, operation: Operation): string {
  const address = `${caller.baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name))}`
  const parts = [method === 'get' ? `curl '${address}'` : `curl -X ${method.toUpperCase()} '${address}'`]
  const key = keyFor(caller, operation)
  if (key !== undefined) parts.push(`-H "Authorization: Bearer ${key}"`)
  if (wantsMerchantCode(operation)) parts.push(`-H 'X-Merchant-Code: ${merchantCodeOf(caller)}'`)
  const content = operation.requestBody?.content ?? {}
  if ('multipart/form-data' in content) parts.push('-F attachment=@parcel.jpg')
  const body = exampleBodyOf(caller, operation)
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d '${quoted(body)}'`)
  return parts.join(' \\\n  ')
}

/** Returns the example of a JSON body for the caller's store; undefined for an operation without one. */
export function exampleBodyOf(caller: ExampleCaller, { requestBody }: Operation): string | undefined {
  const json = requestBody?.content?.['application/json']
  return json === undefined ? undefined : localised(caller, json.example)
}

function exampleOf(operation: Operation, name: string): string {
  return String(operation.parameters?.find((parameter) => parameter.name === name)?.example ?? `{${name}}`)
}

function keyFor(caller: ExampleCaller, operation: Operation): string | undefined {
  if (operation.security.length === 0) return undefined
  const demo = demoMerchants.find((merchant) => merchant.region === caller.region)
  if (!caller.isSandbox || demo === undefined) return '$QIST_KEY'
  return isLiveOnly(operation) ? demo.keys.live.secret : demo.keys.test.secret
}

/** Whether an operation refuses test keys. */
export function isLiveOnly(operation: Operation): boolean {
  return JSON.stringify(operation.responses['403'] ?? {}).includes('disputes have no test mode')
}

function wantsMerchantCode({ parameters = [] }: Operation): boolean {
  return parameters.some(
    ({ in: location, name, required }) => location === 'header' && required && /merchant-code/i.test(name),
  )
}

function merchantCodeOf({ region }: ExampleCaller): string {
  return demoMerchants.find((merchant) => merchant.region === region)?.stores[0]?.merchantCode ?? 'ae_main'
}

// The examples are written for the first demo store. A region has stores of its own, and perhaps another currency.
function localised(caller: ExampleCaller, example: unknown): string {
  const text = JSON.stringify(example, null, 2)
  const [written, own] = [demoMerchants[0], demoMerchants.find(({ region }) => region === caller.region)]
  const [from, to] = [written?.stores[0], own?.stores[0]]
  if (from === undefined || to === undefined) return text
  return text
    .replaceAll(`"${currencyOf(from.country)}"`, `"${currencyOf(to.country)}"`)
    .replaceAll(`"${from.merchantCode}"`, `"${to.merchantCode}"`)
}

function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`)
}
