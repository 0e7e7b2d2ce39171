/** The service's own, as `package.json` has it. */
export const version = '0.2.0'
