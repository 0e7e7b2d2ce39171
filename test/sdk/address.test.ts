import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { Checkout } from '../../sdk/src/browser.ts'
import { Qist, type QistError } from '../../sdk/src/index.ts'
import { createMerchant, Sandbox } from '../../sdk/src/sandbox.ts'
import { listen } from '../../testkit/listen.ts'
import { openScripted, reset } from './scripted.ts'

const secretKey = 'sk_test_1'
const id = '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'

for (const url of [
  '',
  'qist.example',
  '/api',
  'ftp://qist.example',
  'https://qist.example?a=1',
  'https://qist.example#a',
]) {
  test(`each client refuses the address "${url}" at once, and names it`, async () => {
    const problem = { name: 'TypeError', message: `url is no base address: ${url}` }
    assert.throws(() => new Qist({ url, secretKey }), problem)
    assert.throws(() => new Sandbox({ url, secretKey }), problem)
    assert.throws(() => new Checkout({ url, publicKey: 'pk_test_1' }), problem)
    await assert.rejects(async () => createMerchant({ url }, { name: 'Shop', region: 'uae', stores: [] }), problem)
  })
}

test('an absent address and one with a password are refused', () => {
  const open = (url?: string) => new Qist({ url, secretKey } as ConstructorParameters<typeof Qist>[0])
  assert.throws(() => open(), /^TypeError: url is no base address: undefined$/)
  assert.throws(
    () => open('https://shop:pass@qist.example'),
    /^TypeError: url is no base address: https:\/\/qist\.example$/,
  )
})

for (const url of ['http://127.0.0.1:8080', 'https://qist.example/', 'https://shop.example/proxy']) {
  test(`the address ${url} is accepted`, () => void new Qist({ url, secretKey }))
}

test('the message of a connection error has the address and the reason', async () => {
  const taken = createServer()
  const port = await listen(taken)
  await new Promise((resolve) => taken.close(resolve))
  const url = `http://127.0.0.1:${port}`
  await assert.rejects(new Qist({ url, secretKey, retries: 0 }).getPayment(id), (error: QistError) => {
    assert.equal(error.errorType, 'connection')
    assert.equal(error.message, `getPayment: no answer from ${url}: connect ECONNREFUSED 127.0.0.1:${port}`)
    return true
  })
})

test('the reason of a connection that broke, and of a foreign fetch without a cause, is in the message, too', async () => {
  const service = await openScripted([reset])
  const { url } = service
  const failed = async (fetch?: typeof globalThis.fetch): Promise<string> => {
    const qist = new Qist({ url, secretKey, retries: 0, ...(fetch && { fetch }) })
    return qist.getPayment(id).then(String, ({ message }: QistError) => message)
  }
  assert.match(await failed(), new RegExp(`^getPayment: no answer from ${url}: (read ECONNRESET|other side closed)$`))
  const foreign = async () => Promise.reject(new TypeError('Failed to fetch'))
  assert.equal(await failed(foreign), `getPayment: no answer from ${url}: Failed to fetch`)
  await service.close()
})
