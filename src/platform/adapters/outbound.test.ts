import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, isIP, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openNameServer } from '../../../test/support/name-server.ts'
import { refusedAddresses } from '../../../test/support/refused-addresses.ts'
import { isPublicAddress } from '../base/addresses.ts'
import { type Outbound, type OutboundOptions, openOutbound } from './outbound.ts'
import { type HostResolver, openResolver } from './resolver.ts'

const closers: (() => unknown)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
})

const nobody: HostResolver = { addressesOf: async () => [], works: async () => false, isSilent: async () => false }

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  if ('closeAllConnections' in server) closers.push(() => server.closeAllConnections())
  return (server.address() as AddressInfo).port
}

async function openTo(port: number, options: Partial<OutboundOptions> = {}): Promise<Outbound> {
  const namedHosts = new Map([['shop.test', { address: '127.0.0.1', port }]])
  const outbound = openOutbound({ resolver: nobody, namedHosts, timeoutMs: 5_000, ...options })
  closers.push(() => outbound.close())
  return outbound
}

async function receiver(listener: RequestListener, options: Partial<OutboundOptions> = {}): Promise<Outbound> {
  return openTo(await listen(createServer(listener)), options)
}

/** A receiver of raw bytes, without HTTP. */
async function rawReceiver(
  onSocket: (socket: Socket) => void,
  options: Partial<OutboundOptions> = {},
): Promise<Outbound> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    closers.push(() => socket.destroy())
    onSocket(socket)
  })
  return openTo(await listen(server), options)
}

const message = { url: 'http://shop.test/hook?a=1', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }

/** Records every address to which a socket of this process begins to connect while the work runs. */
async function attemptedAddresses(work: () => Promise<unknown>): Promise<string[]> {
  const attempts: string[] = []
  const onSocket = (event: unknown): void => {
    const { socket } = event as { socket: Socket }
    socket.on('connectionAttempt', (address: string) => attempts.push(address))
  }
  subscribe('net.client.socket', onSocket)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', onSocket)
  }
  return attempts
}

test('a message is posted unchanged, and the answer is returned', async () => {
  const received: unknown[] = []
  const outbound = await receiver((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { host, 'accept-encoding': encoding } = request.headers
      received.push([request.method, request.url, host, encoding, request.headers['content-type'], body])
      response.writeHead(201, { 'retry-after': '7' }).end('created')
    })
  })
  const { durationMs, ...result } = await outbound.post(message)
  assert.deepEqual(result, { kind: 'answered', status: 201, answer: 'created', retryAfter: '7' })
  assert.ok(durationMs >= 0 && durationMs < 5_000)
  assert.deepEqual(received, [['POST', '/hook?a=1', 'shop.test', undefined, 'application/json', '{"a":1}']])
})

test('a redirect is an answer like any other, and is not followed', async () => {
  let requests = 0
  const outbound = await receiver((_request, response) => {
    requests += 1
    response.writeHead(307, { location: 'http://shop.test/elsewhere' }).end()
  })
  assert.equal((await outbound.post(message)).kind, 'answered')
  assert.equal(requests, 1)
})

test('connections are kept and reused', async () => {
  const sockets = new Set<unknown>()
  const outbound = await receiver((request, response) => {
    sockets.add(request.socket)
    response.end('ok')
  })
  for (let count = 0; count < 20; count += 1) await outbound.post(message)
  assert.ok(sockets.size <= 2, `${sockets.size} connections`)
})

test('of a compressed bomb only 64 KB are read, and nothing is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  let sent = 0
  const outbound = await receiver((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const send = (): void => {
      while (response.writable && response.write(bomb)) sent += bomb.length
    }
    response.on('drain', send)
    send()
  })
  const result = await outbound.post(message)
  assert.ok(result.kind === 'answered' && result.status === 200)
  assert.ok(Buffer.byteLength(result.answer) <= 3 * 2_048, 'replacement characters at most')
  assert.ok(result.durationMs < 2_000)
  assert.ok(sent < 50_000_000)
})

test('an answer that never ends is cut once its status is known', async () => {
  const outbound = await receiver(
    (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(timer))
    },
    { answerTimeoutMs: 100 },
  )
  const result = await outbound.post(message)
  assert.ok(result.kind === 'answered' && result.status === 200)
  assert.match(result.answer, /^x+$/)
})

test('at most 2 KB of an answer are kept, and no NUL', async () => {
  const outbound = await receiver((_request, response) => response.end(`\u0000${'é'.repeat(5_000)}`))
  const result = await outbound.post(message)
  assert.ok(result.kind === 'answered')
  assert.ok(result.answer.startsWith('\ufffdéé') && result.answer.length <= 1_026)
})

test('a receiver that never answers takes no longer than the time-out', async () => {
  const silent = await rawReceiver(() => {}, { timeoutMs: 150 })
  const dripping = await rawReceiver(
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    },
    { timeoutMs: 150 },
  )
  for (const outbound of [silent, dripping]) {
    const result = await outbound.post(message)
    assert.ok(result.kind === 'failed' && result.failure === 'timed out')
    assert.ok(result.durationMs >= 140 && result.durationMs < 1_500, String(result.durationMs))
  }
})

test('every failure has its word', async () => {
  const closed = await listen(createTcpServer())
  await (closers.pop() as () => unknown)()
  const outcomes = {
    'connection refused': await openTo(closed),
    'connection closed': await rawReceiver((socket) => socket.resetAndDestroy()),
    'malformed answer': await rawReceiver((socket) => socket.end('not http at all\r\n\r\n')),
  }
  for (const [failure, outbound] of Object.entries(outcomes)) {
    const result = await outbound.post(message)
    assert.equal(result.kind === 'failed' && result.failure, failure)
  }
  const outbound = await openTo(1)
  const unsendable = await outbound.post({ ...message, headers: { 'bad header': 'x' } })
  assert.equal(unsendable.kind === 'failed' && unsendable.failure, 'request not sendable')
  const unresolved = await outbound.post({ ...message, url: 'https://shop.example/' })
  assert.equal(unresolved.kind === 'failed' && unresolved.failure, 'name not resolved')
})

test('an https address of a named host reaches a server that speaks plain http', async () => {
  let requests = 0
  const outbound = await receiver((_request, response) => {
    requests += 1
    response.end('ok')
  })
  for (let count = 1; count <= 2; count += 1) {
    const result = await outbound.post({ ...message, url: 'https://shop.test/hook' })
    assert.ok(result.kind === 'answered' && result.status === 200, JSON.stringify(result))
    assert.equal(requests, count)
  }
})

test('no socket is opened for any refused spelling of an address', async () => {
  const outbound = await openTo(1, { timeoutMs: 2_000, resolver: openResolver({ timeoutMs: 100 }) })
  const urls = refusedAddresses.filter((url) => /^https?:/i.test(url) && URL.canParse(url))
  const attempts = await attemptedAddresses(() => Promise.all(urls.map((url) => outbound.post({ ...message, url }))))
  assert.deepEqual(attempts, [])
})

test('no socket is opened if the resolver changes its answer after the check', async () => {
  let queries = 0
  const server = await openNameServer((_name, type) =>
    type === 'A' && queries++ === 0 ? ['93.184.216.34'] : ['127.0.0.1'],
  )
  closers.push(() => server.close())
  const resolver = openResolver({ servers: [server.address], timeoutMs: 500 })
  const outbound = await openTo(1, { resolver, timeoutMs: 2_000 })
  assert.deepEqual(await resolver.addressesOf('turncoat.example'), ['93.184.216.34'])
  const attempts = await attemptedAddresses(async () => {
    const result = await outbound.post({ ...message, url: 'https://turncoat.example/' })
    assert.equal(result.kind === 'failed' && result.failure, 'address refused')
  })
  assert.deepEqual(attempts, [])
})

test('the socket goes to a checked address, although the resolver answers differently later', async () => {
  let queries = 0
  const server = await openNameServer((_name, type) =>
    type === 'A' && queries++ === 0 ? ['93.184.216.34'] : ['10.0.0.1'],
  )
  closers.push(() => server.close())
  const outbound = await openTo(1, { resolver: openResolver({ servers: [server.address] }), timeoutMs: 400 })
  const attempts = await attemptedAddresses(() => outbound.post({ ...message, url: 'https://turncoat.example/' }))
  assert.deepEqual([...new Set(attempts)], ['93.184.216.34'])
  assert.ok(attempts.every((address) => isIP(address) !== 0 && isPublicAddress(address)))
})

test('one address that is not public rules out a host with many addresses', async () => {
  const server = await openNameServer(() => ['93.184.216.34', '192.168.0.1'])
  closers.push(() => server.close())
  const outbound = await openTo(1, { resolver: openResolver({ servers: [server.address] }) })
  const attempts = await attemptedAddresses(async () => {
    const result = await outbound.post({ ...message, url: 'https://half.example/' })
    assert.equal(result.kind === 'failed' && result.failure, 'address refused')
  })
  assert.deepEqual(attempts, [])
})
