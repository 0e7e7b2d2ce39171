import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { cleanUp } from './service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')

/** A client of `qist mcp`, as a coding agent is one. */
export interface Agent {
  readonly client: Client
  /** Calls a tool and returns its object. Fails if the tool answers an error. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has an object of its own.
  call(tool: string, input?: Record<string, unknown>): Promise<any>
  /** Calls a tool and returns its text. Fails if the tool answers an error. */
  read(tool: string, input?: Record<string, unknown>): Promise<string>
  /** Calls a tool that must answer an error, and returns its text. */
  fail(tool: string, input?: Record<string, unknown>): Promise<string>
}

/** Starts `qist mcp` with these variables and connects to it. It ends after the test. */
export async function openAgent(env: Record<string, string>): Promise<Agent> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const own: Record<string, string> = { QIST_URL: '', QIST_SECRET_KEY: '', QIST_LIVE_SECRET_KEY: '', ...env }
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [qist, 'mcp'], env: { ...Object.fromEntries(inherited), ...own } },
    stderr: 'inherit',
  })
  const client = new Client({ name: 'test', version: '1' })
  cleanUp(() => client.close())
  await client.connect(transport)
  const run = async (name: string, input: Record<string, unknown>, isError: boolean) => {
    const answer = (await client.callTool({ name, arguments: input })) as CallToolResult
    const [content] = answer.content
    assert.ok(content?.type === 'text')
    assert.equal(answer.isError ?? false, isError, `${name}: ${content.text}`)
    return { text: content.text, object: answer.structuredContent }
  }
  return {
    client,
    async call(tool, input = {}) {
      const { text, object } = await run(tool, input, false)
      assert.deepEqual(object, JSON.parse(text))
      return object
    },
    read: async (tool, input = {}) => (await run(tool, input, false)).text,
    fail: async (tool, input = {}) => (await run(tool, input, true)).text,
  }
}
