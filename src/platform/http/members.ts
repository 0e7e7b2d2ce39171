import { amount, date, datetime, integer, Moment, optional, Amount as ShownAmount, text, url } from './schemas.ts'
import { type TOptional, type TSchema, Type } from './type.ts'

/** A member that a merchant sends and gets back: its input schema and its answer's schema. */
export interface Member<Input extends TSchema = TSchema, Answer extends TSchema = TSchema> {
  readonly input: Input
  readonly shown: Answer
}

type Members = Readonly<Record<string, Member>>

export function textMember(maxLength?: number) {
  return { input: text(maxLength), shown: Type.String() }
}

export function amountMember(example: string) {
  return { input: amount(example), shown: ShownAmount }
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
  return each(members, ({ input }) => optional(input)) as {
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

function each(members: Members, schemaOf: (member: Member) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, schemaOf(member)]))
}
