import type { Paint } from './text.ts'

/** How a page is drawn. */
export interface Look {
  /** In columns. */
  readonly width: number
  /** Also what belongs to a second look. */
  readonly isAll: boolean
  readonly paint: Paint
}

export const indent = '  '
