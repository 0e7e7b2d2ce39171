import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openGateway } from '../../src/platform/adapters/messenger.ts'
import { openOperatorOutbound, openOutbound } from '../../src/platform/adapters/outbound.ts'
import { openResolver } from '../../src/platform/adapters/resolver.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'

const message = {
  ...{ merchantId: 'm', to: '+971500000001', text: 'Your code is 123456', about: 'a session', at: 0 },
  ...({ kind: 'code', isTest: false } as const),
}

let receiver: Receiver
let service: TestService
before(async () => {
  receiver = await openReceiver()
  service = await startTestService({ env: { MESSAGE_URL: `http://127.0.0.1:${receiver.port}/send` } })
})
after(async () => {
  await receiver.close()
  await service.close()
})

test('a gateway on a private address receives messages; a webhook on one that is not named is still refused', async () => {
  await service.app.messengers.live.send(message)
  const [received] = await receiver.waitFor(1)
  assert.deepEqual(received?.body, { to: message.to, text: message.text })
  const url = `http://127.0.0.2:${receiver.port}/hook`
  const refused = await service.app.outbound.post({ url, headers: {}, body: '{}' })
  assert.deepEqual([refused.kind, refused.kind === 'failed' && refused.failure], ['failed', 'address refused'])
  assert.equal(receiver.received.length, 1)
})

test('a gateway with a name in the private network receives messages', async () => {
  const outbound = openOperatorOutbound()
  const url = `http://localhost:${receiver.port}/named`
  const gateway = openGateway({ url, headers: {}, template: '{"to":"{to}"}' }, outbound)
  await gateway.send(message)
  await receiver.waitFor(1, (one) => one.path === '/named')
  await outbound.close()
})

test('a redirect of a gateway is not followed, and a hanging gateway times out', async () => {
  const outbound = openOperatorOutbound(200)
  const url = `http://127.0.0.1:${receiver.port}/elsewhere`
  const gateway = openGateway({ url, headers: {}, template: '{"to":"{to}"}' }, outbound)
  receiver.answer = (_request, response) => void response.writeHead(307, { location: `${url}-too` }).end()
  await assert.rejects(gateway.send(message), /answered 307/)
  assert.equal(receiver.received.filter((one) => one.path === '/elsewhere-too').length, 0)
  receiver.answer = () => undefined
  await assert.rejects(gateway.send(message), /timed out/)
  await outbound.close()
})

test('addresses of webhooks stay restricted', async () => {
  const outbound = openOutbound({ resolver: openResolver(), namedHosts: new Map() })
  const result = await outbound.post({ url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' })
  assert.equal(result.kind === 'failed' && result.failure, 'address refused')
  await outbound.close()
})
