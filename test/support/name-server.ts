import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

export interface NameServer {
  /** `address:port`, as resolvers expect it. */
  readonly address: string
  /** The requested names with their record types. */
  readonly questions: readonly string[]
  close(): Promise<void>
}

const typeNames: Readonly<Record<number, string>> = { 1: 'A', 2: 'NS', 28: 'AAAA' }

/**
 * A DNS server on a free port. `answer` returns the IPv4 addresses of a name, or undefined if the name does not exist.
 */
export async function openNameServer(
  answer: (name: string, type: string) => readonly string[] | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    questions.push(`${typeNames[type] ?? type} ${name}`)
    const found = answer(name, typeNames[type] ?? String(type))
    const records = (found ?? [])
      .filter((address) => isIPv4(address) === (type === 1))
      .map((value) => record(type, value))
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (found === undefined ? 3 : 0), 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

// The record's name is a pointer to the question. Its TTL is 0, so that no resolver caches it.
function record(type: number, value: string): Buffer {
  const data = type === 1 ? Buffer.from(value.split('.').map(Number)) : Buffer.from([...labelBytes(value), 0])
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function labelBytes(name: string): number[] {
  return name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)])
}
