import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
    { ignores: ['dist', 'src/api', 'node_modules'] },
    ...ts.configs.strict,
    ...svelte.configs.recommended,
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    },
    {
        rules: {
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
            '@typescript-eslint/no-invalid-void-type': ['error', { allowInGenericTypeArguments: true }],
            // Maps that nothing on the page shows, or that are replaced as a whole, need not be watched.
            'svelte/prefer-svelte-reactivity': 'off',
            // Our router reads the hash; links are plain.
            'svelte/no-navigation-without-resolve': 'off',
        },
    },
);
