/** The version of the service, as in `package.json`. */
export const version = '0.2.0'
