import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tools } from '../../src/entries/throw-away/mcp/tools.ts'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { openAgent } from '../support/agent.ts'

const markdown =
  readGuides()
    .flatMap(({ guides }) => guides)
    .find(({ name }) => name === 'with-an-agent')?.markdown ?? ''

test('the guide lists every tool with its title, in order', () => {
  const rows = [...markdown.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, title]) => [name, title])
  assert.deepEqual(
    rows,
    tools.map(({ name, title }) => [name, title]),
  )
})

test('the block of the guide starts a server that needs no variables', async () => {
  const block = /```json \.mcp\.json\n(.*?)\n```/s.exec(markdown)?.[1] ?? ''
  assert.deepEqual(JSON.parse(block), { mcpServers: { qist: { command: 'npx', args: ['qist', 'mcp'] } } })
  const { client } = await openAgent({})
  const listed = (await client.listTools()).tools.map(({ name }) => name)
  assert.deepEqual(
    listed,
    tools.map(({ name }) => name),
  )
})
