import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../../platform/base/version.ts'
import { outputClosed } from '../../cli/output.ts'
import { watchServing } from '../watch-ending.ts'
import { callTool } from './call-tool.ts'
import { listResources, readResource } from './docs/resources.ts'
import { instructions } from './instructions.ts'
import { SandboxConnection } from './sandbox-connection.ts'
import { describeTool } from './tool.ts'
import { tools } from './tools.ts'

/**
 * Serves the tools and the docs over standard input and output until one of them closes, or until a signal. Then ends
 * the process with 0. Throws CannotRun if the variables are wrong.
 */
export async function serveMcp(env: NodeJS.ProcessEnv): Promise<never> {
  const { ended } = watchServing()
  const connection = new SandboxConnection(env)
  const server = makeServer(connection)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  server.onclose = resolve
  for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
  outputClosed.addEventListener('abort', () => resolve())
  await server.connect(new StdioServerTransport())
  await Promise.race([ended, closed])
  await server.close()
  await connection.close()
  return process.exit(0)
}

// The library advises its own classes for tools, which know schemas of one other library only.
function makeServer(connection: SandboxConnection): Server {
  const info = { name: 'qist', title: 'Qist sandbox', version }
  const server = new Server(info, { capabilities: { tools: {}, resources: {} }, instructions })
  server.onerror = (error) => void process.stderr.write(`qist: ${error.message}\n`)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    callTool(params.name, params.arguments ?? {}, { connection, signal }),
  )
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listResources() }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(params.uri))
  return server
}
