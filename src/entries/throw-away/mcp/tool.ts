import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { type Schema, SchemaWriter } from '../../../platform/http/portable-schema.ts'
import { type Static, type TProperties, type TSchema, Type } from '../../../platform/http/type.ts'
import type { SandboxConnection } from './sandbox-connection.ts'

/** What a tool works with besides its input. */
export interface ToolContext {
  readonly connection: SandboxConnection
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal
}

/** The answer of a tool: an object for programs, or a text that has been cut into pieces. */
export type ToolAnswer = string | { readonly [member: string]: unknown }

/** The effect of a tool. `changes` adds something, `removes` cannot be undone. */
type Effect = 'reads' | 'changes' | 'removes'

interface ToolDefinition<Input extends TSchema> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  /** Whether the same call twice has the effect of one. */
  readonly isIdempotent?: boolean
  /** An object schema: the members of the input. */
  readonly input: Input
  /** Throws CannotRun for whatever the caller can mend. */
  run(input: Static<Input>, context: ToolContext): Promise<ToolAnswer>
}

/** A tool of any input. Its input was checked against the schema. */
export interface Tool extends Omit<ToolDefinition<TSchema>, 'run'> {
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>
}

/** Returns a tool whose `run` has the types of its input schema. */
export function defineTool<Properties extends TProperties>(
  definition: Omit<ToolDefinition<ReturnType<typeof Type.Object<Properties>>>, 'input'> & {
    readonly input: Properties
  },
): Tool {
  return { ...definition, input: Type.Object(definition.input), run: definition.run as Tool['run'] }
}

/** Returns a tool in the protocol's form. */
export function describeTool(tool: Tool) {
  const { name, title, description, input, effect, isIdempotent = false } = tool
  const annotations: ToolAnnotations = {
    title,
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'removes',
    idempotentHint: effect === 'reads' || isIdempotent,
    // All of it happens in the sandbox.
    openWorldHint: false,
  }
  const schema = new SchemaWriter().write(input) as Schema
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: { ...schema, type: 'object' as const, additionalProperties: false },
  }
}
