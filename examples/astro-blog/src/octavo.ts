// Made by `octavo typegen` from the models of a space. Changes here are lost.
import type { Depth, Item } from '@octavo/client'

/** The space Main: give it to `createClient<Schema>`. */
export type Schema = {
  languages: 'en' | 'ja'
  spaces: '_parent' | 'tokyo'
  hasSubSpaces: true
  extendedWrites: false
  fieldSets: {
    /** Search and sharing */
    seo: {
      /**
       * Meta title
       * At most 60 characters.
       */
      meta_title: { type: 'text' }
      /**
       * Meta description
       * At most 160 characters.
       */
      meta_description: { type: 'multiline' }
      /** Share image */
      share_image: { type: 'media' }
      /** Hide from search engines */
      hidden: { type: 'boolean' }
    }
    /** Location */
    location: {
      /**
       * Address
       * At most 200 characters.
       */
      address: { type: 'multiline' }
      /**
       * Getting there
       * At most 120 characters.
       */
      getting_there: { type: 'text' }
      /**
       * Map
       * Matches ^https://[^\s]+$
       */
      map_url: { type: 'text' }
    }
    /** Pull quote */
    pull_quote: {
      /**
       * Words
       * Required.
       * At most 240 characters.
       */
      words: { type: 'multiline' }
      /**
       * Speaker
       * At most 60 characters.
       */
      speaker: { type: 'text' }
    }
    /** Picture */
    picture: {
      /**
       * Image
       * Required.
       */
      image: { type: 'media' }
      /**
       * Caption
       * At most 140 characters.
       */
      caption: { type: 'text' }
      /** Full width */
      wide: { type: 'boolean' }
    }
    /** Recipe */
    recipe: {
      /**
       * Serves
       * At most 40 characters.
       */
      serves: { type: 'text' }
      /** Ingredients */
      ingredients: {
        type: 'repeat'
        fields: {
          /**
           * Item
           * Required.
           * At most 80 characters.
           */
          item: { type: 'text' }
          /**
           * Amount
           * At most 40 characters.
           */
          amount: { type: 'text' }
        }
      }
      /**
       * Method
       * Required.
       */
      method: { type: 'flexible' }
    }
    /** Reading list */
    reading_list: {
      /**
       * Heading
       * At most 60 characters.
       */
      heading: { type: 'text' }
      /** Articles */
      articles: {
        type: 'repeat'
        fields: {
          /** Article */
          article: { type: 'reference'; models: 'article' }
          /**
           * Note
           * At most 120 characters.
           */
          note: { type: 'text' }
        }
      }
    }
  }
  models: {
    /** Article */
    article: {
      /**
       * Title
       * Required.
       * At most 90 characters.
       */
      title: { type: 'text' }
      /**
       * Slug
       * Required.
       * Unique.
       * At most 60 characters.
       * Matches ^[a-z0-9]+(-[a-z0-9]+)*$
       */
      slug: { type: 'text'; translatable: false }
      /**
       * Kind
       * Required.
       * - feature: Feature
       * - interview: Interview
       * - essay: Essay
       * - recipe: Recipe
       * - guide: Guide
       * - note: Note
       */
      kind: { type: 'select'; options: 'feature' | 'interview' | 'essay' | 'recipe' | 'guide' | 'note'; translatable: false }
      /**
       * Lead
       * Required.
       * At most 240 characters.
       */
      lead: { type: 'multiline' }
      /** Cover */
      cover: { type: 'media'; translatable: false }
      /**
       * Author
       * Required.
       */
      author: { type: 'reference'; models: 'author'; translatable: false }
      /**
       * Category
       * Required.
       */
      category: { type: 'reference'; models: 'category'; translatable: false }
      /** Issue */
      issue: { type: 'reference'; models: 'issue'; translatable: false }
      /** Place */
      place: { type: 'reference'; models: 'place'; translatable: false }
      /**
       * Tags
       * - harbour: Harbour
       * - island: Island
       * - river: River
       * - weather: Weather
       * - boats: Boats
       * - clay: Clay
       * - cloth: Cloth
       * - rope: Rope
       * - paper: Paper
       * - salt: Salt
       * - tea: Tea
       * - fish: Fish
       * - walking: Walking
       * - how_to: How to
       */
      tags: { type: 'multiselect'; options: 'harbour' | 'island' | 'river' | 'weather' | 'boats' | 'clay' | 'cloth' | 'rope' | 'paper' | 'salt' | 'tea' | 'fish' | 'walking' | 'how_to'; translatable: false }
      /** Featured */
      featured: { type: 'boolean'; translatable: false }
      /**
       * Body
       * Required.
       */
      body: { type: 'flexible' }
      /** Blocks */
      blocks: { type: 'combination'; fieldSets: 'pull_quote' | 'picture' | 'recipe' | 'reading_list' }
      /** At a glance */
      details: {
        type: 'repeat'
        fields: {
          /**
           * Label
           * Required.
           * At most 40 characters.
           */
          label: { type: 'text' }
          /**
           * Value
           * Required.
           * At most 120 characters.
           */
          value: { type: 'text' }
        }
      }
      /** Related */
      related: {
        type: 'repeat'
        fields: {
          /** Article */
          article: { type: 'reference'; models: 'article' }
          /**
           * Why
           * - background: Background
           * - same_place: Same place
           * - follow_up: Follow-up
           */
          why: { type: 'select'; options: 'background' | 'same_place' | 'follow_up' }
        }
        translatable: false
      }
      /** Read next */
      read_next: { type: 'reference'; models: 'article'; translatable: false }
      /** Search and sharing */
      seo: { type: 'fieldset'; fieldSet: 'seo' }
    }
    /** Author */
    author: {
      /**
       * Name
       * Required.
       * At most 60 characters.
       */
      name: { type: 'text' }
      /**
       * Slug
       * Required.
       * Unique.
       * At most 60 characters.
       * Matches ^[a-z0-9]+(-[a-z0-9]+)*$
       */
      slug: { type: 'text'; translatable: false }
      /**
       * Role
       * At most 60 characters.
       */
      role: { type: 'text' }
      /**
       * Based in
       * At most 60 characters.
       */
      based_in: { type: 'text' }
      /**
       * Biography
       * At most 400 characters.
       */
      bio: { type: 'multiline' }
      /** Portrait */
      portrait: { type: 'media'; translatable: false }
      /**
       * Writes in
       * - en: English
       * - ja: Japanese
       * - pt: Portuguese
       */
      writes_in: { type: 'multiselect'; options: 'en' | 'ja' | 'pt'; translatable: false }
      /** Still writing for us */
      active: { type: 'boolean'; translatable: false }
      /** Links */
      links: {
        type: 'repeat'
        fields: {
          /**
           * Label
           * Required.
           * At most 40 characters.
           */
          label: { type: 'text' }
          /**
           * Address
           * Required.
           * Matches ^https://[^\s]+$
           */
          url: { type: 'text' }
        }
        translatable: false
      }
    }
    /** Category */
    category: {
      /**
       * Name
       * Required.
       * At most 40 characters.
       */
      name: { type: 'text' }
      /**
       * Slug
       * Required.
       * Unique.
       * At most 60 characters.
       * Matches ^[a-z0-9]+(-[a-z0-9]+)*$
       */
      slug: { type: 'text'; translatable: false }
      /**
       * Description
       * At most 200 characters.
       */
      description: { type: 'multiline' }
      /**
       * Colour
       * At most 7 characters.
       * Matches ^#[0-9a-f]{6}$
       */
      colour: { type: 'text'; translatable: false }
    }
    /** Issue */
    issue: {
      /**
       * Title
       * Required.
       * At most 60 characters.
       */
      title: { type: 'text' }
      /**
       * Number
       * Required.
       * Unique.
       * At most 2 characters.
       * Matches ^[0-9]{2}$
       */
      number: { type: 'text'; translatable: false }
      /**
       * Season
       * Required.
       * - spring: Spring
       * - autumn: Autumn
       */
      season: { type: 'select'; options: 'spring' | 'autumn'; translatable: false }
      /**
       * On sale
       * Required.
       */
      on_sale_at: { type: 'datetime'; translatable: false }
      /** Cover */
      cover: { type: 'media'; translatable: false }
      /** Cover story */
      cover_story: { type: 'reference'; models: 'article'; translatable: false }
      /**
       * Price
       * At most 40 characters.
       */
      price: { type: 'text' }
      /** Sold out */
      sold_out: { type: 'boolean'; translatable: false }
      /** Editor's letter */
      letter: { type: 'flexible' }
    }
    /** Place */
    place: {
      /**
       * Name
       * Required.
       * At most 60 characters.
       */
      name: { type: 'text' }
      /**
       * Slug
       * Required.
       * Unique.
       * At most 60 characters.
       * Matches ^[a-z0-9]+(-[a-z0-9]+)*$
       */
      slug: { type: 'text'; translatable: false }
      /**
       * Kind
       * Required.
       * - harbour: Harbour
       * - workshop: Workshop
       * - cafe: Café
       * - inn: Inn
       * - shop: Shop
       * - gallery: Gallery
       */
      kind: { type: 'select'; options: 'harbour' | 'workshop' | 'cafe' | 'inn' | 'shop' | 'gallery'; translatable: false }
      /**
       * Summary
       * Required.
       * At most 200 characters.
       */
      summary: { type: 'multiline' }
      /** Picture */
      picture: { type: 'media'; translatable: false }
      /** Location */
      location: { type: 'fieldset'; fieldSet: 'location' }
      /** Hours */
      hours: {
        type: 'repeat'
        fields: {
          /**
           * Days
           * Required.
           * At most 60 characters.
           */
          days: { type: 'text' }
          /**
           * Open
           * Required.
           * At most 60 characters.
           */
          open: { type: 'text' }
        }
      }
      /**
       * Good to know
       * - cash_only: Cash only
       * - booking: Book ahead
       * - english: English spoken
       * - parking: Parking
       * - dogs: Dogs welcome
       */
      good_to_know: { type: 'multiselect'; options: 'cash_only' | 'booking' | 'english' | 'parking' | 'dogs'; translatable: false }
      /** Step-free */
      step_free: { type: 'boolean'; translatable: false }
      /** About */
      about: { type: 'flexible' }
    }
    /** Event */
    event: {
      /**
       * Title
       * Required.
       * At most 90 characters.
       */
      title: { type: 'text' }
      /**
       * Slug
       * Required.
       * Unique.
       * At most 60 characters.
       * Matches ^[a-z0-9]+(-[a-z0-9]+)*$
       */
      slug: { type: 'text'; translatable: false }
      /**
       * Kind
       * Required.
       * - workshop: Workshop
       * - walk: Walk
       * - talk: Talk
       * - meal: Meal
       */
      kind: { type: 'select'; options: 'workshop' | 'walk' | 'talk' | 'meal'; translatable: false }
      /**
       * Starts
       * Required.
       */
      starts_at: { type: 'datetime'; translatable: false }
      /** Ends */
      ends_at: { type: 'datetime'; translatable: false }
      /** Place */
      place: { type: 'reference'; models: 'place'; translatable: false }
      /**
       * Summary
       * Required.
       * At most 240 characters.
       */
      summary: { type: 'multiline' }
      /** Body */
      body: { type: 'flexible' }
      /** Hosts */
      hosts: {
        type: 'repeat'
        fields: {
          /** Person */
          person: { type: 'reference'; models: 'author' }
          /**
           * Role
           * At most 60 characters.
           */
          role: { type: 'text' }
        }
      }
      /**
       * Price
       * At most 60 characters.
       */
      price: { type: 'text' }
      /** Booking required */
      booking_required: { type: 'boolean'; translatable: false }
      /**
       * Booking address
       * Matches ^https://[^\s]+$
       */
      booking_url: { type: 'text'; translatable: false }
      /** Poster */
      poster: { type: 'media'; translatable: false }
      /** Background reading */
      article: { type: 'reference'; models: 'article'; translatable: false }
    }
    /** Page */
    page: {
      /**
       * Title
       * Required.
       * At most 90 characters.
       */
      title: { type: 'text' }
      /**
       * Slug
       * Required.
       * Unique.
       * At most 60 characters.
       * Matches ^[a-z0-9]+(-[a-z0-9]+)*$
       */
      slug: { type: 'text'; translatable: false }
      /** Show in the menu */
      in_menu: { type: 'boolean'; translatable: false }
      /**
       * Body
       * Required.
       */
      body: { type: 'flexible' }
      /** Blocks */
      blocks: { type: 'combination'; fieldSets: 'pull_quote' | 'picture' | 'reading_list' }
      /** Search and sharing */
      seo: { type: 'fieldset'; fieldSet: 'seo' }
    }
  }
}

/** An item of the model Article; references are items down to `D`. */
export type Article<D extends Depth = 1> = Item<Schema, 'article', D>

/** An item of the model Author; references are items down to `D`. */
export type Author<D extends Depth = 1> = Item<Schema, 'author', D>

/** An item of the model Category; references are items down to `D`. */
export type Category<D extends Depth = 1> = Item<Schema, 'category', D>

/** An item of the model Issue; references are items down to `D`. */
export type Issue<D extends Depth = 1> = Item<Schema, 'issue', D>

/** An item of the model Place; references are items down to `D`. */
export type Place<D extends Depth = 1> = Item<Schema, 'place', D>

/** An item of the model Event; references are items down to `D`. */
export type Event<D extends Depth = 1> = Item<Schema, 'event', D>

/** An item of the model Page; references are items down to `D`. */
export type Page<D extends Depth = 1> = Item<Schema, 'page', D>
