import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { CannotRun } from '../certify/service-client.ts'
import { findWrong, placeOf } from '../wrong-values.ts'
import { requireFitting } from './pieces.ts'
import { refuseCall } from './refuse-call.ts'
import type { Tool, ToolContext } from './tool.ts'
import { tools } from './tools.ts'

const maxErrorChars = 2_000
/** The longest input of a tool, in characters of JSON. */
const maxInputChars = 10_000

/**
 * Calls a tool. Wrong input and everything else that the caller can mend is an answer with `isError`. Refuses
 * an unknown tool (docs/contract/integrators.md#tools-for-agents).
 */
export async function callTool(name: string, input: object, context: ToolContext): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) refuseCall(`no such tool: ${name.slice(0, 100)}`)
  try {
    checkInput(tool, input)
    return resultOf(await tool.run(input, context))
  } catch (error) {
    // Nobody reads the answer of a call that its client has cancelled.
    if (!(error instanceof CannotRun || context.signal.aborted)) {
      // A bug: people find it in the log.
      process.stderr.write(`qist: ${name}: ${(error instanceof Error && error.stack) || error}\n`)
    }
    const text = error instanceof Error ? error.message : String(error)
    return { isError: true, content: [{ type: 'text', text: text.slice(0, maxErrorChars) }] }
  }
}

function resultOf(answer: Awaited<ReturnType<Tool['run']>>): CallToolResult {
  const text = requireFitting(typeof answer === 'string' ? answer : JSON.stringify(answer))
  return {
    content: [{ type: 'text', text }],
    ...(typeof answer === 'object' && { structuredContent: answer }),
  }
}

/** Throws CannotRun with every wrong member, at any depth. A member that the schema does not name is wrong, too. */
function checkInput({ input: schema }: Tool, input: object): void {
  const { length } = JSON.stringify(input)
  if (length > maxInputChars) {
    throw new CannotRun(`wrong input: it has ${length} characters, and ${maxInputChars} at most are taken`)
  }
  const wrong = findWrong(schema, input)
  if (wrong.length === 0) return
  const words = wrong.map(({ path, message }) => `${placeOf(path) || 'the input'} ${message}`)
  throw new CannotRun(`wrong input: ${words.join('; ')}`)
}
