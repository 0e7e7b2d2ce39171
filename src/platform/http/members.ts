import { amount, date, datetime, integer, Moment, optional, SignedAmount, text, url } from './schemas.ts'
import { type TOptional, type TSchema, Type } from './type.ts'

/** A member that a merchant sends and gets back: its input schema and its answer's schema. */
export interface Member<Input extends TSchema = TSchema, Answer extends TSchema = TSchema> {
  readonly input: Input
  readonly shown: Answer
}

type Members = Readonly<Record<string, Member>>

/** The most characters of a text that no index holds (docs/contract/conventions.md#texts). */
const maxTextLength = 4_096
/** The most characters of a reference. */
export const maxReferenceLength = 1_024

export function textMember(maxLength = maxTextLength) {
  return { input: text(maxLength), shown: Type.String() }
}

/** An amount that no rule computes with: of any sign, with any number of decimals. */
export function amountMember(example: string) {
  return { input: amount(example), shown: SignedAmount }
}

export function integerMember(minimum: number) {
  return { input: integer(minimum), shown: Type.Integer() }
}

/** Null in the answer if it was not sent. */
export const dateMember = { input: date(), shown: Type.Union([Type.String({ format: 'date' }), Type.Null()]) }
export const momentMember = { input: datetime(), shown: Type.Union([Moment, Type.Null()]) }
export const urlMember = { input: url(), shown: Type.String() }
export const booleanMember = { input: Type.Boolean(), shown: Type.Boolean() }

/** Returns the input schemas of required members. */
export function required<M extends Members>(members: M) {
  return each(members, ({ input }) => input) as { [Name in keyof M]: M[Name]['input'] }
}

/** Returns the input schemas of optional members. */
export function optionals<M extends Members>(members: M) {
  return each(members, ({ input }) => optional(withoutBlank(input))) as {
    [Name in keyof M]: ReturnType<typeof optional<M[Name]['input']>>
  }
}

/** Returns the answer's schemas of members that are always there. */
export function shown<M extends Members>(members: M) {
  return each(members, (member) => member.shown) as { [Name in keyof M]: M[Name]['shown'] }
}

/** Returns the answer's schemas of members that are there if they were sent. */
export function shownIfSent<M extends Members>(members: M) {
  return each(members, (member) => Type.Optional(member.shown)) as { [Name in keyof M]: TOptional<M[Name]['shown']> }
}

// Shops send an empty text for a date that they do not have.
function withoutBlank(schema: TSchema): TSchema {
  const { format } = schema as { format?: string }
  return format === 'date' || format === 'datetime' ? { ...schema, normalize: ['blank'] } : schema
}

function each(members: Members, schemaOf: (member: Member) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, schemaOf(member)]))
}
