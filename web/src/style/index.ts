// Every style sheet, in the order of the cascade; esbuild makes studio.css of them.
import './tokens.css';
import './base.css';
import './widgets.css';
import './fields.css';
import './floats.css';
import './layout.css';
import './viewport.css';
import './skeleton.css';
import './dialogs.css';
