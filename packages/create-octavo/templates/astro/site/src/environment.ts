/** The address of the API and the key, from .env of the project. */
export { OCTAVO_API_URL as url, OCTAVO_KEY as key } from 'astro:env/server'
