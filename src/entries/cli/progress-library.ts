import { Presets, SingleBar } from 'cli-progress'

/**
 * What the bars use of the library. This file is loaded with the first bar, and imports the names itself: in the tarball
 * the chunk of a library in CommonJS has none.
 */
export const library = { Presets, SingleBar }
