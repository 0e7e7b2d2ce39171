import type { Schema } from './portable-schema.ts'

export interface Media {
  schema: unknown
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface Body {
  description: string
  headers?: Record<string, unknown>
  required?: boolean
  content?: Record<string, Media>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  /** An address of older clients. */
  deprecated?: true
  tags: string[]
  security: Record<string, string[]>[]
  /** The permission that a secret key must have. Without it any secret key will do. */
  'x-permission'?: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}

/** The parts of an OpenAPI 3.1 document that this service writes. */
export interface ApiDocument {
  openapi: string
  info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>> & {
    readonly contact?: { readonly name: string; readonly url: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  servers?: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  /** The notifications of the service, by name. */
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, unknown>; securitySchemes: unknown; headers: Record<string, unknown> }
}
