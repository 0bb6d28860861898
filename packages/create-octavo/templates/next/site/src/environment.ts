/** The address of the API and the key, from .env of the project. */
export const { OCTAVO_API_URL: url = '', OCTAVO_KEY: key = '' } = process.env
