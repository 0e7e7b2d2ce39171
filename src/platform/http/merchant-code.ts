import { Type } from './type.ts'

/** X-Merchant-Code, for the reference only: the guards read it, and no schema may refuse what they have a text for. */
export function merchantCodeHeader(description: string, isRequired = false) {
  const schema = { type: 'object', properties: { 'x-merchant-code': { type: 'string', description } } }
  return Type.Unsafe<Record<string, unknown>>(isRequired ? { ...schema, required: ['x-merchant-code'] } : schema)
}
