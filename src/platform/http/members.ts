import { amount, date, datetime, integer, Moment, optional, Amount as ShownAmount, text, url } from './schemas.ts'
import { type TOptional, type TSchema, Type } from './type.ts'

/** A member of what a merchant sends and sees again: the schema that judges it, and the one it is shown by. */
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

/** Shown as null where it was not sent. */
export const dateMember = { input: date(), shown: Type.Union([Type.String({ format: 'date' }), Type.Null()]) }
export const momentMember = { input: datetime(), shown: Type.Union([Moment, Type.Null()]) }
export const urlMember = { input: url(), shown: Type.String() }
export const booleanMember = { input: Type.Boolean(), shown: Type.Boolean() }

/** The members as they have to be sent. */
export function required<M extends Members>(members: M) {
  return each(members, ({ input }) => input) as { [Name in keyof M]: M[Name]['input'] }
}

/** The members where each may be left out. */
export function optionals<M extends Members>(members: M) {
  return each(members, ({ input }) => optional(input)) as {
    [Name in keyof M]: ReturnType<typeof optional<M[Name]['input']>>
  }
}

/** The members as they are always shown. */
export function shown<M extends Members>(members: M) {
  return each(members, (member) => member.shown) as { [Name in keyof M]: M[Name]['shown'] }
}

/** The members as they are shown where they were sent. */
export function shownIfSent<M extends Members>(members: M) {
  return each(members, (member) => Type.Optional(member.shown)) as { [Name in keyof M]: TOptional<M[Name]['shown']> }
}

function each(members: Members, schemaOf: (member: Member) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, schemaOf(member)]))
}
