import type {
  FieldConstraints,
  FieldType,
  MetadataField,
  NoteTypeDefinition,
} from '../model/metadata-schema.ts'

export type NewNoteType = Omit<NoteTypeDefinition, 'problems'>

/** The types of a new vault, with `general` for notes of no other type. */
export const defaultNoteTypes: readonly NewNoteType[] = [
  {
    name: 'daily',
    description: 'One note a day: what happened, what was thought, what was done.',
    instructions: list(
      'Ask what happened today and what was accomplished',
      'Encourage a look back: what was learned, what became clear',
      'Help to name the priorities of the next day',
      'Point to earlier daily notes where they bear on this one',
    ),
    schema: [
      required('date', 'date', 'Date of the entry'),
      optional('mood', 'select', 'Mood of the day', {
        options: ['excellent', 'good', 'neutral', 'challenging', 'difficult'],
      }),
      optional('energy_level', 'number', 'Energy level', { min: 1, max: 10 }),
      optional('tags', 'array', 'Topics or themes'),
    ],
  },
  {
    name: 'reading',
    description: 'Books, articles, papers and whatever else is read.',
    instructions: list(
      'Always ask who wrote it, where it was published and in what context',
      'Draw out the key insights and what can be done with them, and put them in order',
      'Ask for a personal rating, and for what made it memorable',
      'Suggest connections to other readings and to notes of other types',
      'Encourage quotes with their page or section',
    ),
    schema: [
      required('title', 'string', 'Title of the material'),
      required('author', 'string', 'Author or creator'),
      required('type', 'select', 'Kind of reading', {
        options: ['book', 'article', 'paper', 'blog_post', 'documentation'],
      }),
      required('status', 'select', 'How far the reading is', {
        options: ['to_read', 'reading', 'completed', 'abandoned'],
      }),
      required('rating', 'number', 'Personal rating', { min: 1, max: 5 }),
      optional('tags', 'array', 'Categories or topics'),
      optional('isbn', 'string', 'ISBN of a book'),
      optional('url', 'string', 'Where it is on the web'),
      optional('published_date', 'date', 'Date of publication'),
    ],
  },
  {
    name: 'todos',
    description: 'Tasks, action items and anything else that has to be done.',
    instructions: list(
      'Help to break large tasks into small ones that can be acted on',
      'Ask for priorities and deadlines',
      'Suggest realistic times, and name what depends on what',
      'Encourage regular updates of status and progress',
      'Connect related tasks, and notice those that come again and again',
    ),
    schema: [
      required('title', 'string', 'Name of the task or list'),
      required('priority', 'select', 'Priority', { options: ['low', 'medium', 'high', 'urgent'] }),
      required('status', 'select', 'Current status', {
        options: ['not_started', 'in_progress', 'completed', 'on_hold', 'cancelled'],
      }),
      optional('due_date', 'date', 'Day by which it should be done'),
      optional('tags', 'array', 'Categories or contexts'),
      optional('estimated_time', 'number', 'Estimated time in minutes', { min: 1 }),
    ],
  },
  {
    name: 'projects',
    description: 'Projects under way, their goals, and undertakings that take long.',
    instructions: list(
      'Ask for the scope, the goals and what would count as success',
      'Help to find the main milestones and deadlines',
      'Encourage phases of a manageable size',
      'Suggest which resources to gather and whom to involve',
      'Follow the progress, and help to see what blocks it or puts it at risk',
    ),
    schema: [
      required('title', 'string', 'Name of the project'),
      required('status', 'select', 'Current status', {
        options: ['planning', 'active', 'on_hold', 'completed', 'cancelled'],
      }),
      optional('priority', 'select', 'Priority', { options: ['low', 'medium', 'high'] }),
      optional('start_date', 'date', 'First day of the project'),
      optional('target_date', 'date', 'Day by which it should be complete'),
      optional('team_members', 'array', 'People who take part'),
      optional('tags', 'array', 'Categories or skills'),
    ],
  },
  {
    name: 'goals',
    description: 'Personal and professional goals for the long run.',
    instructions: list(
      'Help to put the goal so that it is specific, measurable and within reach',
      'Ask why it matters, and what drives it',
      'Encourage smaller milestones on the way',
      'Suggest regular looks at the progress',
      'Help to see what may get in the way, and how to meet it',
      'Connect the goal to what is done and practised every day',
    ),
    schema: [
      required('title', 'string', 'Name of the goal'),
      required('category', 'select', 'Area of life', {
        options: ['personal', 'professional', 'health', 'financial', 'learning', 'relationships'],
      }),
      required('timeline', 'select', 'Time that it may take', {
        options: ['short_term', 'medium_term', 'long_term'],
      }),
      required('status', 'select', 'Current status', {
        options: ['not_started', 'in_progress', 'achieved', 'on_hold', 'abandoned'],
      }),
      optional('target_date', 'date', 'Day by which it should be achieved'),
      optional('progress', 'number', 'Progress in percent', { min: 0, max: 100 }),
      optional('tags', 'array', 'Themes or skills'),
    ],
  },
  {
    name: 'general',
    description: 'Notes that belong to no other type.',
    instructions: list(
      'Keep the note as the user put it; ask only where its meaning is unclear',
      'Suggest a more fitting type when there is one',
      'Suggest links to notes that it has to do with',
    ),
    // No schema: any metadata is accepted.
    schema: [],
  },
]

function list(...items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function required(
  name: string,
  type: FieldType,
  description: string,
  constraints?: FieldConstraints,
): MetadataField {
  return { name, type, required: true, description, ...(constraints && { constraints }) }
}

function optional(...field: Parameters<typeof required>): MetadataField {
  return { ...required(...field), required: false }
}
