/* Renders the API description. Tokens are kept in memory until the page is closed. */
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
