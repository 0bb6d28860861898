import type { Field, Model } from '@octavo/schema/definitions.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { EditingContext, type Editing, type Notes, type OpenEntries } from '../../fields/editing.ts'
import { FieldEditorsContext } from '../../fields/field-editor.ts'
import { groupFields } from '../../fields/groups.ts'
import { fieldEditors } from '../../fields/registry.ts'
import { ConflictView } from './conflict-view.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { FieldGroups, topField } from './field-groups.tsx'
import { FieldRows, isAside } from './field-rows.tsx'
import { Header } from './header.tsx'
import { LanguageBar } from './language-bar.tsx'
import { PresenceContext, usePresence } from './presence/use-presence.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { Rail } from './rail/rail.tsx'
import { ColumnHeads } from './translation/column-heads.tsx'
import { useDraft } from './use-draft.ts'
import { useNewSpace } from './new-space.ts'

const noWarnings: Notes['warnings'] = []

export function EditorPage({ store, model }: { store: DraftStore; model: Model }) {
  const { schema, can } = useSession()
  const others = usePresence(useDraft(store, ({ item }) => item?.id))
  const isNarrow = useMediaQuery('(max-width: 52em)') ?? false
  const newSpace = useNewSpace()
  const [language, setLanguage] = useState(schema.mainLanguage.key)
  const [beside, setBeside] = useState<string | null>(null)
  const [group, setGroup] = useState<string | null>(null)
  const editing = useItemEditing(store, newSpace, can('writer'))
  const shownBeside = isNarrow ? null : beside
  const languages = shownBeside === null ? [language] : [language, shownBeside]
  const { plain } = groupFields(model.fields, model.groups)
  const rows = (fields: Field[]) => (
    <FieldRows store={store} model={model} fields={fields} languages={languages} />
  )
  const hasAside = shownBeside === null && !isNarrow
  // On a phone the text comes before the settings.
  const main = plain.filter((field) => !isAside(field, model))
  const aside = plain.filter((field) => isAside(field, model))
  const beneath = isNarrow ? [...main, ...aside] : plain
  const showPlace = (path: string, inLanguage: string): void => {
    if (inLanguage !== '') setLanguage(inLanguage)
    const luid = topField(path)
    setGroup(model.fields.find((field) => field.luid === luid)?.group ?? group)
  }
  const isTranslation = shownBeside !== null || language !== schema.mainLanguage.key
  return (
    <FieldEditorsContext value={fieldEditors}>
      <EditingContext value={editing}>
        <PresenceContext value={others}>
          <Header store={store} model={model} language={language} isNarrow={isNarrow} />
          {schema.root.languages.length > 1 && (
            <LanguageBar
              store={store}
              language={language}
              onLanguage={setLanguage}
              beside={shownBeside}
              onBeside={isNarrow ? undefined : setBeside}
            />
          )}
          <div
            className={classes.page}
            data-beside={shownBeside !== null}
            data-translated={isTranslation}
            data-languages={schema.root.languages.length > 1}
          >
            <div className={classes.writing}>
              {isTranslation && <ColumnHeads store={store} model={model} languages={languages} />}
              <ProblemSummary store={store} model={model} onPlace={showPlace} />
              <ConflictView store={store} model={model} />
              {rows(hasAside ? main : beneath)}
              <FieldGroups
                store={store}
                model={model}
                languages={languages}
                open={group}
                onOpen={setGroup}
              />
            </div>
            <div className={classes.rail}>
              {hasAside && rows(aside)}
              <Rail store={store} language={language} />
            </div>
          </div>
        </PresenceContext>
      </EditingContext>
    </FieldEditorsContext>
  )
}

/** Stays the same while the user types and when the item is saved, so that no other field rerenders. */
function useItemEditing(store: DraftStore, newSpace: string, canWrite: boolean): Editing {
  const { root } = useSession()
  const id = useDraft(store, ({ item }) => item?.id)
  const space = useDraft(store, ({ item }) => item?.space ?? newSpace)
  const isInactive = useDraft(store, ({ item }) =>
    item ? item.archivedAt !== null || item.deletedAt !== null : false,
  )
  return useMemo<Editing>(
    () => ({
      useNotes: (select) =>
        useDraft(store, ({ item, problems, labels, epoch }) =>
          select({ problems, warnings: item?.warnings ?? noWarnings, labels, epoch }),
        ),
      addLabels: store.addLabels,
      onTake: store.onTake,
      openEntries: openEntriesOf(root, id),
      isReadOnly: isInactive || !canWrite,
      space,
      useValue: (key, luid) => useDraft(store, ({ values }) => values[key]?.[luid]),
      useIsPublished: (language) =>
        useDraft(store, ({ item }) =>
          item?.languages.some((one) => one.language === language && one.published !== null),
        ) ?? false,
    }),
    [store, isInactive, canWrite, space, root, id],
  )
}

/** By item, while the page lives. */
const openEntries = new Map<string, OpenEntries>()

function openEntriesOf(root: string, id: number | undefined): OpenEntries {
  if (id === undefined) return new Map()
  const key = `${root}:${id}`
  const known = openEntries.get(key) ?? new Map()
  openEntries.set(key, known)
  return known
}
