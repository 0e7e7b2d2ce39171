import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplate, openGateway } from './messenger.ts'
import type { Outbound, OutboundRequest, OutboundResult } from './outbound.ts'

const message = {
  ...{ merchantId: 'm', to: '+971500000001', text: 'Your code is "123456"\n', about: 'a session', at: 0 },
  ...({ kind: 'code', isTest: false } as const),
}

test('a template is filled with text as JSON', () => {
  const body = fillTemplate('{"to":"{to}","body":"{text}","from":"Qist"}', message)
  assert.deepEqual(JSON.parse(body), { to: message.to, body: message.text, from: 'Qist' })
})

test('the gateway receives a filled template, and a message that it refuses is an error', async () => {
  const posted: OutboundRequest[] = []
  let answer: OutboundResult = { kind: 'answered', status: 202, answer: '', retryAfter: undefined, durationMs: 1 }
  const outbound: Outbound = {
    post: async (request) => {
      posted.push(request)
      return answer
    },
    visit: async () => answer,
    close: async () => {},
  }
  const options = { url: 'https://gateway.test/send', headers: { authorization: 'secret' }, template: '{"to":"{to}"}' }
  const gateway = openGateway(options, outbound)
  await gateway.send(message)
  assert.deepEqual(posted[0], {
    url: options.url,
    headers: { 'content-type': 'application/json', authorization: 'secret' },
    body: '{"to":"+971500000001"}',
  })
  answer = { ...answer, status: 500 }
  await assert.rejects(gateway.send(message), /answered 500/)
  answer = { kind: 'failed', failure: 'timed out', durationMs: 1 }
  await assert.rejects(gateway.send(message), /timed out/)
})
