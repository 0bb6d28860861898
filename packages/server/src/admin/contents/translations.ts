/** The state of translations: counts, and confirming one. */
import { confirmTranslation } from '../../content/translations.ts'
import { actorOf, type AdminHandlers } from '../api.ts'
import { mayUse, notFoundError, spacesNamed } from '../checks.ts'
import { itemChanges, languageIdOf, type ChangeDeps } from './changes.ts'
import { requireVersions } from './versions.ts'

export function translationHandlers(deps: ChangeDeps) {
  const { itemOf, orConflict } = itemChanges(deps)
  return {
    countTranslations: (call) => {
      const { schema } = call.root
      const others = schema.root.languages.filter(({ id }) => id !== schema.mainLanguage.id)
      const filter = {
        originalId: schema.mainLanguage.id,
        modelIds: schema.root.models.map(({ id }) => id),
        spaceIds: spacesNamed(call.root, call.query.space),
      }
      return deps.store.read(async (tx) => {
        const counts = await tx.studio.countTranslations(filter, others)
        const models = schema.root.models.map(({ id: modelId, luid }) => {
          const own = counts.find((one) => one.modelId === modelId)
          const languages = others.map(({ id, key }) => ({
            language: key,
            missing: own?.missing.get(id) ?? 0,
            outdated: own?.outdated.get(id) ?? 0,
          }))
          return { model: luid, total: own?.total ?? 0, languages }
        })
        return { models }
      }, call.reader)
    },
    confirmTranslation: async (call, { language, expected }) => {
      const { id, rootId } = await itemOf(call)
      const { mainLanguage } = call.root.schema
      const languageId = languageIdOf(call.root.schema, language) ?? mainLanguage.id
      return orConflict(call, id, () =>
        confirmTranslation(deps, {
          rootId,
          id,
          languageId,
          actor: actorOf(call),
          checkBefore: (item, schema) => {
            if (!mayUse(call.root, item.spaceId)) throw notFoundError('item')
            requireVersions(item, schema, { [schema.mainLanguage.key]: expected })
          },
        }),
      )
    },
  } satisfies Partial<AdminHandlers>
}
