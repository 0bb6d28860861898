// Made by `octavo typegen` from the models of a space. Changes here are lost.
import type { Depth, Item } from '@octavo/client'

/** The space Client tests: give it to `createClient<Schema>`. */
export type Schema = {
  languages: 'en' | 'ja'
  spaces: '_parent' | 'tokyo'
  hasSubSpaces: true
  extendedWrites: true
  fieldSets: {
    /** SEO */
    seo: {
      /** At most 70 characters. */
      meta_title: { type: 'text' }
      no_index: { type: 'boolean'; translatable: false }
    }
    quote: {
      words: { type: 'multiline' }
      by: { type: 'reference'; models: 'author' }
    }
  }
  models: {
    /** Author */
    author: {
      name: { type: 'text' }
      bio: { type: 'flexible' }
      mentor: { type: 'reference'; models: 'author' }
      place: { type: 'reference'; models: 'place' }
    }
    /** Article */
    article: {
      /**
       * Title
       * Required.
       * At most 70 characters.
       */
      title: { type: 'text' }
      /**
       * Unique.
       * Matches ^[a-z-]+$
       */
      slug: { type: 'text'; translatable: false }
      lead: { type: 'multiline' }
      body: { type: 'flexible' }
      featured: { type: 'boolean' }
      /** - news: News of the week */
      kind: { type: 'select'; options: 'news' | 'essay' }
      tags: { type: 'multiselect'; options: 'sea' | 'hills' }
      starts_at: { type: 'datetime' }
      cover: { type: 'media' }
      author: { type: 'reference'; models: 'author' }
      links: {
        type: 'repeat'
        fields: {
          label: { type: 'text' }
          is_external: { type: 'boolean' }
          to: { type: 'reference'; models: 'author' | 'article' | 'place' }
          note: { type: 'flexible' }
        }
      }
      blocks: { type: 'combination'; fieldSets: 'seo' | 'quote' }
      seo: { type: 'fieldset'; fieldSet: 'seo' }
    }
    /** Place */
    place: {
      name: { type: 'text' }
      '2nd_visit': { type: 'datetime' }
    }
  }
}

/** An item of the model Author; references are items down to `D`. */
export type Author<D extends Depth = 1> = Item<Schema, 'author', D>

/** An item of the model Article; references are items down to `D`. */
export type Article<D extends Depth = 1> = Item<Schema, 'article', D>

/** An item of the model Place; references are items down to `D`. */
export type Place<D extends Depth = 1> = Item<Schema, 'place', D>
